import { isRecord } from '@molehill/core/record';
import { type About, aboutOf } from './about.ts';
import type { EsBackend } from './backend.ts';
import type { EsAnswer } from './client/client.ts';
import type { EsConnection } from './config.ts';
import { esErrors } from './errors.ts';
import { at, listAt, textAt } from './records.ts';

const ANSWER_BYTES = 100_000;

type Ask = (path: string, body?: unknown) => Promise<EsAnswer>;

/** Proves that a connection works: which product answers, in which version, and who we are to it. */
export async function ping(backend: EsBackend, config: EsConnection, signal: AbortSignal) {
  const ask: Ask = (path, body) =>
    backend.request('GET', path, {
      signal,
      maxBytes: ANSWER_BYTES,
      reads: true,
      ...(body === undefined ? {} : { body }),
    });
  const identity = await whoAmI(ask);
  const node = await identify(ask, identity);
  const warning = config.readonly ? await warningFor(ask, identity) : undefined;
  return {
    type: config.type,
    product: node.product ?? 'unknown',
    ...(node.version === undefined ? {} : { version: node.version }),
    ...(node.cluster === undefined ? {} : { cluster: node.cluster }),
    user: identity.user ?? 'anonymous',
    ...(identity.roles.length > 0 ? { roles: identity.roles } : {}),
    readonly: config.readonly,
    ...(warning === undefined ? {} : { warning }),
  };
}

interface Node extends About {
  readonly cluster?: string;
}

/** A role or a trimmed node may not answer the greeting; others may know as much. */
async function identify(ask: Ask, { user }: Identity): Promise<Node> {
  const greeting = await ask('/');
  if (textAt(greeting.body, 'version', 'number') !== undefined)
    return nodeOf(greeting, textAt(greeting.body, 'cluster_name'));
  const local = await ask('/_nodes/_local?filter_path=cluster_name,nodes.*.version');
  const version = versionOf(local.body);
  if (version !== undefined) return { ...nodeOf(local, textAt(local.body, 'cluster_name')), version };
  const health = await ask('/_cluster/health');
  const cluster = textAt(health.body, 'cluster_name');
  if (cluster !== undefined) return nodeOf(health, cluster);
  // A role for one index is told nothing about the rest, and works for its index all the same.
  if (user !== undefined) return nodeOf(greeting, undefined);
  throw nobodyThere([greeting, local, health]);
}

function nodeOf(answer: EsAnswer, cluster: string | undefined): Node {
  return { ...aboutOf(answer), ...(cluster === undefined ? {} : { cluster }) };
}

function versionOf(body: unknown): string | undefined {
  const nodes = at(body, 'nodes');
  return isRecord(nodes) ? Object.values(nodes).map((node) => textAt(node, 'version'))[0] : undefined;
}

function nobodyThere(answers: readonly EsAnswer[]) {
  const statuses = answers.map(({ status }) => status);
  const said = answers
    .map(({ body }) => textAt(body, 'error', 'reason'))
    .find((reason) => reason !== undefined);
  const because = said === undefined ? '' : `: ${said}`;
  if (statuses.includes(401))
    return esErrors.fail('E_ES_AUTH', `The cluster does not accept the credentials (401)${because}.`);
  if (statuses.includes(403))
    return esErrors.fail(
      'E_ES_AUTH',
      `The credentials are accepted, but their role may not ask what this is (403)${because}.`,
      {
        hint: 'Searching may work all the same; have its owner grant the cluster privilege "monitor" for this test.',
      },
    );
  return esErrors.fail(
    'E_ES_NOT_A_CLUSTER',
    `What answers there is no search cluster (status ${statuses.join(', ')}).`,
  );
}

interface Identity {
  readonly user?: string;
  readonly roles: readonly string[];
  /** Whether the cluster knows users at all; nothing where that cannot be told. */
  readonly secured?: boolean;
}

async function whoAmI(ask: Ask): Promise<Identity> {
  const { status, body } = await ask('/_security/_authenticate');
  const user = textAt(body, 'username');
  if (user !== undefined)
    return { user: keyName(body) ?? user, roles: textsOf(listAt(body, 'roles')), secured: true };
  if (status === 401 || status === 403) return { roles: [], secured: true };
  const plugin = await ask('/_plugins/_security/authinfo');
  const name = textAt(plugin.body, 'user_name');
  if (name !== undefined) return { user: name, roles: textsOf(listAt(plugin.body, 'roles')), secured: true };
  return { roles: [], secured: plugin.status === 401 || plugin.status === 403 };
}

/** With an API key it is the key that may or may not do something, and not its owner. */
function keyName(body: unknown): string | undefined {
  const name = textAt(body, 'api_key', 'name');
  return name === undefined ? undefined : `API key ${name}`;
}

function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

const BETTER = 'Requests are checked, but a role that may only read is safer.';

/** Where it can be told what the role could do. */
async function warningFor(ask: Ask, { secured, roles }: Identity): Promise<string | undefined> {
  if (secured === false)
    return `The cluster asks nobody to sign in, so whoever reaches it may write. ${BETTER}`;
  if (roles.includes('superuser') || roles.includes('all_access'))
    return `The role may do everything. ${BETTER}`;
  const granted = await privilegesOf(ask);
  return granted.some((privilege) => !READING.test(privilege)) ? `The role may write. ${BETTER}` : undefined;
}

/** By their names; what is none of these may change something. */
const READING =
  /^(none|read|read_.*|monitor|monitor_.*|view_index_metadata|indices:(data\/read|monitor).*|cluster:monitor.*)$/;

/** Some keys may not be asked for all of them, but for each. */
async function privilegesOf(ask: Ask): Promise<readonly string[]> {
  const all = await ask('/_security/user/_privileges');
  if (all.status === 200)
    return textsOf([
      ...listAt(all.body, 'cluster'),
      ...listAt(all.body, 'indices').flatMap((each) => listAt(each, 'privileges')),
    ]);
  const wanted = { cluster: ['manage'], index: [{ names: ['*'], privileges: ['write', 'manage'] }] };
  const { body } = await ask('/_security/user/_has_privileges', wanted);
  const answers = [at(body, 'cluster'), at(body, 'index', '*')].filter(isRecord);
  return answers.flatMap((answer) => Object.keys(answer).filter((name) => answer[name] === true));
}
