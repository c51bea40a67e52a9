import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Log } from '@molehill/core/log';
import type { Redactor } from '@molehill/core/redact';
import {
  type Connection,
  type ConnectionProblem,
  type ConnectionSchema,
  describeIssues,
  nameOf,
  type SourceContent,
} from './entries.ts';
import { connectionErrors } from './errors.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { changeEntry } from './patch.ts';
import { alreadyDefined, invalidConnection, notWritable, unknownConnection } from './refusals.ts';
import { hideSecrets, resolveReferences } from './secrets.ts';
import type { ConnectionBase } from './shape.ts';
import {
  configSource,
  environmentSource,
  type ReadSource,
  type SourceOptions,
  storeSource,
} from './sources.ts';
import { createStore, type Store } from './store/store.ts';
import { resolveWrittenPaths, sshPathFields } from './written-paths.ts';

export interface RegistryOptions<TConfig> {
  /** The one file that is written to. */
  readonly storePath: string;
  readonly configPath?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variable that holds a JSON array of connections. */
  readonly envVar: string;
  /** Must take its own output as input: connections are stored the way they are read. */
  readonly schema: ConnectionSchema<TConfig>;
  readonly redactor: Redactor;
  readonly log: Log;
  /** Begins every message in the log. */
  readonly logPrefix: string;
  /** Fields that name files, besides those of `ssh`: `file`, `tls.ca`, `list.*.path`. */
  readonly pathFields?: readonly string[];
  /** Relative paths from the environment and from calls count from here. */
  readonly cwd?: string;
  readonly home?: string;
  readonly keychain?: Keychain;
  readonly lockWaitMs?: number;
}

/** Every connection there is, wherever it was defined. */
export interface Registry<TConfig> {
  /** In the order of their names. */
  list(): Promise<readonly Connection<TConfig>[]>;
  /** What is defined but cannot be used, and what is wrong with the sources. */
  problems(): Promise<readonly ConnectionProblem[]>;
  get(name: string): Promise<Connection<TConfig>>;
  /** The definition with its secrets: for connecting, and for nothing else. */
  resolve(connection: Connection<TConfig>, signal?: AbortSignal): Promise<TConfig>;
  add(definition: unknown): Promise<Connection<TConfig>>;
  /** Changes the given fields and keeps the others; null takes a field away. */
  update(name: string, patch: Readonly<Record<string, unknown>>): Promise<Connection<TConfig>>;
  remove(name: string): Promise<void>;
  /** Throws what `update` and `remove` would throw for this name, and changes nothing. */
  assertWritable(name: string): Promise<void>;
}

export function createRegistry<TConfig extends ConnectionBase>(
  options: RegistryOptions<TConfig>,
): Registry<TConfig> {
  return new SourcesRegistry(options);
}

class SourcesRegistry<TConfig extends ConnectionBase> implements Registry<TConfig> {
  readonly #options: RegistryOptions<TConfig>;
  readonly #reading: SourceOptions<TConfig>;
  readonly #cwd: string;
  readonly #storePath: string;
  readonly #store: Store;
  readonly #sources: readonly ReadSource<TConfig>[];
  readonly #reported = new Set<string>();
  /** Sources give the same object again while nothing in them has changed. */
  #merged: { readonly of: readonly unknown[]; readonly content: SourceContent<TConfig> } | undefined;

  constructor(options: RegistryOptions<TConfig>) {
    const { schema, redactor, log, lockWaitMs, env, envVar, configPath } = options;
    const pathFields = [...sshPathFields, ...(options.pathFields ?? [])];
    const reading = { schema, redactor, pathFields, home: options.home ?? homedir() };
    const cwd = options.cwd ?? process.cwd();
    this.#options = options;
    this.#reading = reading;
    this.#cwd = cwd;
    this.#storePath = resolve(cwd, options.storePath);
    this.#store = createStore({ path: this.#storePath, log, lockWaitMs });
    this.#sources = [
      environmentSource(envVar, env[envVar], cwd, reading),
      ...(configPath === undefined ? [] : [configSource(resolve(cwd, configPath), reading)]),
      storeSource(this.#store, this.#storePath, reading),
    ];
  }

  async list(): Promise<readonly Connection<TConfig>[]> {
    const { connections } = await this.#look();
    return [...connections.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async problems(): Promise<readonly ConnectionProblem[]> {
    return (await this.#look()).problems;
  }

  async get(name: string): Promise<Connection<TConfig>> {
    const content = await this.#look();
    const connection = content.connections.get(name);
    if (connection) return connection;
    const problem = content.problems.find((candidate) => candidate.name === name);
    throw problem ? invalidConnection(problem) : unknownConnection(name, content);
  }

  async resolve({ name, config }: Connection<TConfig>, signal?: AbortSignal): Promise<TConfig> {
    const { env, keychain = systemKeychain, redactor, schema } = this.#options;
    const resolved = await resolveReferences(config, name, { env, keychain }, signal);
    hideSecrets(resolved, redactor);
    return parse(schema, resolved, name);
  }

  async add(definition: unknown): Promise<Connection<TConfig>> {
    const config = this.#accept(definition);
    const taken = definitionOf(config.name, await this.#look());
    if (taken) throw alreadyDefined(config.name, taken.source.label);
    await this.#store.change((entries) => {
      const isTaken = entries.some((entry) => nameOf(entry) === config.name);
      if (isTaken) throw alreadyDefined(config.name, this.#storePath);
      return [...entries, config];
    });
    return this.get(config.name);
  }

  async update(name: string, patch: Readonly<Record<string, unknown>>): Promise<Connection<TConfig>> {
    await this.assertWritable(name);
    const change = (entry: unknown) => changeEntry(entry, { ...patch, name }, this.#options.schema);
    await this.#store.change((entries) =>
      replaceNamed(entries, name, (entry) => [this.#accept(change(entry))]),
    );
    return this.get(name);
  }

  async remove(name: string): Promise<void> {
    await this.assertWritable(name);
    await this.#store.change((entries) => replaceNamed(entries, name, () => []));
  }

  async assertWritable(name: string): Promise<void> {
    const content = await this.#look();
    const found = definitionOf(name, content);
    if (!found) throw unknownConnection(name, content);
    if (found.source.kind !== 'store') throw notWritable(name, found.source);
  }

  async #look(): Promise<SourceContent<TConfig>> {
    const contents = await Promise.all(this.#sources.map((read) => read()));
    if (this.#merged && isSameList(this.#merged.of, contents)) return this.#merged.content;
    const content = merge(contents);
    this.#merged = { of: contents, content };
    for (const problem of content.problems) this.#report(problem);
    return content;
  }

  /** Says each problem once, however often the sources are read. */
  #report({ name, source, problem }: ConnectionProblem): void {
    const where = name === undefined ? source.label : `connection "${name}" in ${source.label}`;
    const message = `${this.#options.logPrefix}: ${where}: ${problem}`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#options.log.warn({ source: source.label }, message);
  }

  #accept(definition: unknown): TConfig {
    const { redactor, pathFields, home, schema } = this.#reading;
    hideSecrets(definition, redactor);
    const placed = resolveWrittenPaths(definition, pathFields, this.#cwd, home);
    const config = parse(schema, placed, nameOf(definition));
    hideSecrets(config, redactor);
    return config;
  }
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Earlier sources hide what later ones say of the same name, also where what they say is not valid. */
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

/** Also where it is not valid: then it is a problem that has the name. */
function definitionOf<TConfig>(name: string, { connections, problems }: SourceContent<TConfig>) {
  return connections.get(name) ?? problems.find((problem) => problem.name === name);
}

function parse<TConfig>(
  schema: ConnectionSchema<TConfig>,
  value: unknown,
  name: string | undefined,
): TConfig {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const message = `Connection "${name ?? ''}" is not valid: ${describeIssues(parsed.error)}`;
  throw connectionErrors.fail('E_CONNECTION_INVALID', message);
}

function replaceNamed(
  entries: readonly unknown[],
  name: string,
  replace: (entry: unknown) => readonly unknown[],
): readonly unknown[] {
  const found = entries.filter((entry) => nameOf(entry) === name);
  if (found.length === 0)
    throw connectionErrors.fail('E_UNKNOWN_CONNECTION', `Connection "${name}" is gone.`);
  return entries.flatMap((entry) => (nameOf(entry) === name ? replace(entry) : [entry]));
}
