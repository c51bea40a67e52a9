import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Log } from '@molehill/core/log';
import {
  type Connection,
  type ConnectionProblem,
  checkDefinition,
  type DefinitionRules,
  describeIssues,
  nameOf,
  revisionOf,
  type SourceContent,
} from './definition.ts';
import { connectionErrors } from './errors.ts';
import { ConnectionFields } from './fields.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { patchDefinition } from './patch.ts';
import { alreadyDefined, invalidConnection, notWritable, unknownConnection } from './refusals.ts';
import { hideSecrets, resolveReferences, withoutSecrets } from './secrets.ts';
import type { ConnectionBase } from './shape.ts';
import {
  configSource,
  environmentSource,
  openStore,
  type ReadSource,
  type Store,
  storeSource,
} from './sources.ts';

export interface RegistryOptions<TConfig> extends Pick<DefinitionRules<TConfig>, 'schema' | 'redactor'> {
  /** The one source that is written to. */
  readonly storePath: string;
  readonly configPath?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variable that holds a JSON array of connections. */
  readonly envVar: string;
  readonly log: Log;
  /** Begins every log message. */
  readonly logPrefix: string;
  /** Relative paths from the environment and from calls are resolved against it. */
  readonly cwd?: string;
  readonly home?: string;
  readonly keychain?: Keychain;
}

/** A change of a stored definition that is not made yet. */
export interface PlannedUpdate<TConfig> {
  /** As it is stored, valid or not. */
  readonly before: unknown;
  readonly after: TConfig;
  /** Of the stored definition. */
  readonly revision: string;
}

type Patch = Readonly<Record<string, unknown>>;

/** Every connection, whichever source defines it. */
export class Registry<TConfig extends ConnectionBase> {
  readonly fields: ConnectionFields;
  readonly #options: RegistryOptions<TConfig>;
  readonly #rules: DefinitionRules<TConfig>;
  readonly #cwd: string;
  readonly #storePath: string;
  readonly #store: Store;
  readonly #sources: readonly ReadSource<TConfig>[];
  readonly #reported = new Set<string>();

  constructor(options: RegistryOptions<TConfig>) {
    const { schema, redactor, log, env, envVar, configPath, cwd = process.cwd() } = options;
    const fields = new ConnectionFields(schema);
    const rules = { schema, redactor, fields, home: options.home ?? homedir() };
    this.fields = fields;
    this.#options = options;
    this.#rules = rules;
    this.#cwd = cwd;
    this.#storePath = resolve(cwd, options.storePath);
    this.#store = openStore(this.#storePath, log);
    this.#sources = [
      environmentSource(envVar, env[envVar], cwd, rules),
      ...(configPath === undefined ? [] : [configSource(resolve(cwd, configPath), rules)]),
      storeSource(this.#store, this.#storePath, rules),
    ];
  }

  /**
   * Whether a source may define a connection. Synchronous, for the first list of tools: asynchronous file access at the
   * start would cost the threads of Node's pool, 5 MB.
   */
  hasSource(): boolean {
    const { env, envVar, configPath } = this.#options;
    const isSet = !/^\s*(\[\s*\]\s*)?$/.test(env[envVar] ?? '');
    return isSet || configPath !== undefined || this.#store.readSync().connections.length > 0;
  }

  /** Sorted by name. */
  async list(): Promise<readonly Connection<TConfig>[]> {
    const { connections } = await this.#load();
    return [...connections.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Invalid definitions, and sources that cannot be read. */
  async problems(): Promise<readonly ConnectionProblem[]> {
    return (await this.#load()).problems;
  }

  async get(name: string): Promise<Connection<TConfig>> {
    const content = await this.#load();
    const connection = content.connections.get(name);
    if (connection) return connection;
    const problem = content.problems.find((candidate) => candidate.name === name);
    throw problem ? invalidConnection(problem) : unknownConnection(name, content);
  }

  /** The definition with its secrets, for connecting only. */
  async resolve({ name, config }: Connection<TConfig>, signal?: AbortSignal): Promise<TConfig> {
    const { env, keychain = systemKeychain, redactor, schema } = this.#options;
    const resolved = await resolveReferences(config, this.fields, name, { env, keychain }, signal);
    hideSecrets(resolved, this.fields, redactor);
    const parsed = schema.safeParse(resolved);
    if (!parsed.success) throw invalidDefinition(name, describeIssues(parsed.error));
    return parsed.data;
  }

  /** The definition as it may be shown. */
  view({ config }: Connection<TConfig>): Record<string, unknown> {
    return withoutSecrets(config, this.fields);
  }

  /** The connection that `add` would store. Throws what `add` would throw. */
  async planAdd(definition: unknown): Promise<TConfig> {
    const config = this.#accept(definition);
    const taken = definitionOf(config.name, await this.#load());
    if (taken) throw alreadyDefined(config.name, taken.source.label);
    return config;
  }

  async add(definition: unknown): Promise<Connection<TConfig>> {
    const config = await this.planAdd(definition);
    await this.#change((definitions) => {
      const isTaken = definitions.some((definition) => nameOf(definition) === config.name);
      if (isTaken) throw alreadyDefined(config.name, this.#storePath);
      return [...definitions, config];
    });
    return this.get(config.name);
  }

  /** What `update` would change. Throws what it would throw. */
  async planUpdate(name: string, patch: Patch): Promise<PlannedUpdate<TConfig>> {
    await this.assertEditable(name);
    const { connections } = await this.#store.read();
    const before = connections.find((definition) => nameOf(definition) === name);
    return { before, after: this.#patched(before, name, patch), revision: revisionOf(before) };
  }

  /** Changes the given fields and keeps the others; null removes a field. Fails where another definition was planned for. */
  async update(
    name: string,
    patch: Patch,
    planned?: Pick<PlannedUpdate<TConfig>, 'revision'>,
  ): Promise<Connection<TConfig>> {
    await this.assertEditable(name);
    await this.#change((definitions) =>
      replaceNamed(definitions, name, (definition) => {
        if (planned && revisionOf(definition) !== planned.revision) throw changedMeanwhile(name);
        return [this.#patched(definition, name, patch)];
      }),
    );
    return this.get(name);
  }

  async remove(name: string): Promise<void> {
    await this.assertEditable(name);
    await this.#change((definitions) => replaceNamed(definitions, name, () => []));
  }

  /** Throws what `update` and `remove` would throw for this name, and changes nothing. */
  async assertEditable(name: string): Promise<void> {
    const content = await this.#load();
    const found = definitionOf(name, content);
    if (!found) throw unknownConnection(name, content);
    if (found.source.kind !== 'store') throw notWritable(name, found.source);
  }

  async #load(): Promise<SourceContent<TConfig>> {
    const content = merge(await Promise.all(this.#sources.map((read) => read())));
    for (const problem of content.problems) this.#report(problem);
    return content;
  }

  /** Logs each problem once, however often the sources are read. */
  #report({ name, source, problem }: ConnectionProblem): void {
    const where = name === undefined ? source.label : `connection "${name}" in ${source.label}`;
    const message = `${this.#options.logPrefix}: ${where}: ${problem}`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#options.log.warn({ source: source.label }, message);
  }

  #patched(definition: unknown, name: string, patch: Patch): TConfig {
    return this.#accept(patchDefinition(definition, { ...patch, name }, this.#options.schema));
  }

  #accept(definition: unknown): TConfig {
    const checked = checkDefinition(definition, this.#cwd, this.#rules);
    if (!checked.ok) throw invalidDefinition(nameOf(definition), checked.problem);
    return checked.config;
  }

  /** Other fields of the file, and definitions that are not understood here, are kept. */
  async #change(edit: (definitions: readonly unknown[]) => readonly unknown[]): Promise<void> {
    await this.#store.change((document) => ({ ...document, connections: [...edit(document.connections)] }));
  }
}

/** An earlier source overrides a later one for the same name, also with an invalid definition. */
function merge<TConfig>(contents: readonly SourceContent<TConfig>[]): SourceContent<TConfig> {
  const connections = new Map<string, Connection<TConfig>>();
  const taken = new Set<string>();
  for (const content of contents) {
    for (const [name, connection] of content.connections)
      if (!taken.has(name)) connections.set(name, connection);
    const named = content.problems.flatMap(({ name }) => (name === undefined ? [] : [name]));
    for (const name of [...content.connections.keys(), ...named]) taken.add(name);
  }
  return { connections, problems: contents.flatMap((content) => content.problems) };
}

/** The connection, or the problem when its definition is invalid. */
function definitionOf<TConfig>(name: string, { connections, problems }: SourceContent<TConfig>) {
  return connections.get(name) ?? problems.find((problem) => problem.name === name);
}

function invalidDefinition(name: string | undefined, problem: string) {
  return connectionErrors.fail('E_CONNECTION_INVALID', `Connection "${name ?? ''}" is not valid: ${problem}`);
}

/** A person may take long to answer, and what they agreed to must still be what is changed. */
function changedMeanwhile(name: string) {
  const message = `Connection "${name}" was changed while the call was pending.`;
  return connectionErrors.fail('E_CONNECTION_CHANGED', message);
}

function replaceNamed(
  definitions: readonly unknown[],
  name: string,
  replace: (definition: unknown) => readonly unknown[],
): readonly unknown[] {
  if (!definitions.some((definition) => nameOf(definition) === name))
    throw connectionErrors.fail('E_UNKNOWN_CONNECTION', `Connection "${name}" no longer exists.`);
  return definitions.flatMap((definition) =>
    nameOf(definition) === name ? replace(definition) : [definition],
  );
}
