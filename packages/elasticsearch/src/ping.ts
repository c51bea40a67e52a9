import { isRecord } from '@molehill/core/record';
import { type About, aboutOf } from './about.ts';
import type { EsBackend } from './backend.ts';
import type { EsAnswer } from './client/client.ts';
import type { EsConnection } from './config.ts';
import { esErrors } from './errors.ts';
import { at, listAt, textAt } from './records.ts';

type Get = (path: string, body?: unknown) => Promise<EsAnswer>;

/** Tests a connection: reports product, version and the authenticated user. */
export async function ping(backend: EsBackend, config: EsConnection, signal: AbortSignal) {
  const get: Get = (path, body) => backend.request('GET', path, { signal, reads: true, body });
  const identity = await whoAmI(get);
  const { product = 'unknown', version, cluster } = await identify(get, identity);
  const { user = 'anonymous', roles } = identity;
  const warning = config.readonly ? await warningFor(get, identity) : undefined;
  return {
    type: config.type,
    product,
    ...(version && { version }),
    ...(cluster && { cluster }),
    user,
    ...(roles.length > 0 && { roles }),
    readonly: config.readonly,
    ...(warning && { warning }),
  };
}

interface Node extends About {
  readonly cluster?: string | undefined;
}

/** `GET /` may be forbidden for a role or disabled on a node; other endpoints report the same. */
async function identify(get: Get, { user }: Identity): Promise<Node> {
  const root = await get('/');
  const about = aboutOf(root);
  if (about.version !== undefined) return { ...about, cluster: clusterOf(root) };
  const local = await get('/_nodes/_local?filter_path=cluster_name,nodes.*.version');
  const version = versionOf(local.body);
  if (version !== undefined) return { ...aboutOf(local), cluster: clusterOf(local), version };
  const health = await get('/_cluster/health');
  const cluster = clusterOf(health);
  if (cluster !== undefined) return { ...aboutOf(health), cluster };
  // A role for a single index may see nothing of the cluster and still work for its index.
  if (user !== undefined) return about;
  throw identifyFailure([root, local, health]);
}

function clusterOf({ body }: EsAnswer): string | undefined {
  return textAt(body, 'cluster_name');
}

function versionOf(body: unknown): string | undefined {
  const nodes = at(body, 'nodes');
  return isRecord(nodes) ? Object.values(nodes).map((node) => textAt(node, 'version'))[0] : undefined;
}

function identifyFailure(answers: readonly EsAnswer[]) {
  const statuses = answers.map(({ status }) => status);
  const [reason] = answers.flatMap(({ body }) => textAt(body, 'error', 'reason') ?? []);
  const because = reason === undefined ? '' : `: ${reason}`;
  if (statuses.includes(401))
    return esErrors.fail('E_ES_AUTH', `The cluster rejects the credentials (401)${because}.`);
  if (!statuses.includes(403)) {
    const message = `The server is not a search cluster (status ${statuses.join(', ')}).`;
    return esErrors.fail('E_ES_NOT_A_CLUSTER', message);
  }
  const message = `The credentials are valid, but their role may not identify the cluster (403)${because}.`;
  const hint =
    'Searching may still work; ask the owner to grant the cluster privilege "monitor" for this test.';
  return esErrors.fail('E_ES_AUTH', message, { hint });
}

interface Identity {
  readonly user?: string;
  readonly roles: readonly string[];
  /** Whether the cluster authenticates its users. */
  readonly secured?: boolean;
}

async function whoAmI(get: Get): Promise<Identity> {
  const { status, body } = await get('/_security/_authenticate');
  const user = textAt(body, 'username');
  if (user !== undefined)
    return { user: keyName(body) ?? user, roles: stringsIn(listAt(body, 'roles')), secured: true };
  if (status === 401 || status === 403) return { roles: [], secured: true };
  const plugin = await get('/_plugins/_security/authinfo');
  const name = textAt(plugin.body, 'user_name');
  if (name !== undefined)
    return { user: name, roles: stringsIn(listAt(plugin.body, 'roles')), secured: true };
  return { roles: [], secured: plugin.status === 401 || plugin.status === 403 };
}

/** The privileges are those of the API key, not of its owner. */
function keyName(body: unknown): string | undefined {
  const name = textAt(body, 'api_key', 'name');
  return name === undefined ? undefined : `API key ${name}`;
}

function stringsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

const ADVICE = 'Requests are checked, but a read-only role is safer.';

async function warningFor(get: Get, { secured, roles }: Identity): Promise<string | undefined> {
  if (secured === false)
    return `The cluster has no authentication, so everyone who reaches it may write. ${ADVICE}`;
  if (roles.includes('superuser') || roles.includes('all_access'))
    return `The role may do everything. ${ADVICE}`;
  const granted = await privilegesOf(get);
  return granted.some((privilege) => !READ_PRIVILEGE.test(privilege))
    ? `The role may write. ${ADVICE}`
    : undefined;
}

/** A privilege that matches none of these may change something. */
const READ_PRIVILEGE =
  /^(none|read|read_.*|monitor|monitor_.*|view_index_metadata|indices:(data\/read|monitor).*|cluster:monitor.*)$/;

/** Some API keys may not list their privileges, but may ask for single ones. */
async function privilegesOf(get: Get): Promise<readonly string[]> {
  const all = await get('/_security/user/_privileges');
  if (all.status === 200)
    return stringsIn([
      ...listAt(all.body, 'cluster'),
      ...listAt(all.body, 'indices').flatMap((each) => listAt(each, 'privileges')),
    ]);
  const wanted = { cluster: ['manage'], index: [{ names: ['*'], privileges: ['write', 'manage'] }] };
  const { body } = await get('/_security/user/_has_privileges', wanted);
  const answers = [at(body, 'cluster'), at(body, 'index', '*')].filter(isRecord);
  return answers.flatMap((answer) => Object.keys(answer).filter((name) => answer[name] === true));
}
