import { join } from 'node:path';
import type { BudgetLimits } from '@molehill/core/budget';
import { createCallFeed } from '@molehill/core/calls';
import { createDispatcher, type Dispatcher } from '@molehill/core/dispatch';
import type { MolehillError } from '@molehill/core/errors';
import { HandleStore } from '@molehill/core/handles';
import type { Log } from '@molehill/core/log';
import type { Redactor } from '@molehill/core/redact';
import type { Answer } from '@molehill/core/result';
import type { Tool } from '@molehill/core/tool';
import { openConnections } from 'dbmole-mcp/connections';
import { CursorStore } from 'dbmole-mcp/cursors';
import { type Discovery, describeFound, discoverDatabases } from '../discovery/discovery.ts';
import { CONNECTION_NAME } from '../discovery/finish.ts';
import type { Env } from '../discovery/variables.ts';
import { projectErrors } from '../errors.ts';
import { schemaTool, statementTool, tablesTool } from './tools.ts';

export interface ProjectDatabaseOptions {
  readonly projectRoot: string;
  /** For variables that the project's files refer to and do not set. */
  readonly env: Env;
  readonly stateRoot: string;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly timeoutMs?: number;
  readonly budget?: Partial<BudgetLimits>;
  readonly insideContainer?: boolean;
}

/** The database of one project, found and opened when somebody first asks for it. */
export interface ProjectDatabase {
  discover(): Promise<Discovery>;
  /** The name of the engine's driver, as clients of get-database-type know it. */
  type(): Promise<string>;
  /** These keep to the limits of any call, and answer with what went wrong. Without a database they throw. */
  tables(signal?: AbortSignal): Promise<Answer>;
  schema(table: string, signal?: AbortSignal): Promise<Answer>;
  query(sql: string, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
/** The project's files are not read again for each of several quick calls. */
const REMEMBERED_MS = 1_000;
const SERVER = { id: 'project-database', title: '', version: '', instructions: '' };

export function openProjectDatabase(options: ProjectDatabaseOptions): ProjectDatabase {
  return new LazyDatabase(options);
}

interface Opened {
  /** Another text for every other connection. */
  readonly revision: string;
  readonly tables: Tool;
  readonly schema: Tool;
  readonly query: Tool;
  dispose(): Promise<void>;
}

class LazyDatabase implements ProjectDatabase {
  readonly #options: ProjectDatabaseOptions;
  readonly #dispatcher: Dispatcher;
  #found: { readonly discovery: Promise<Discovery>; readonly until: number } | undefined;
  #opened: Opened | undefined;
  #isClosed = false;

  constructor(options: ProjectDatabaseOptions) {
    this.#options = options;
    const { log, redactor, timeoutMs = TIMEOUT_MS, budget = {} } = options;
    this.#dispatcher = createDispatcher({
      ...{ log, redactor, timeoutMs, budget },
      // Nobody listens: these calls are recorded where the tool was called that they come from.
      feed: createCallFeed(),
      handles: new HandleStore(),
      auditArguments: 'none',
    });
  }

  discover(): Promise<Discovery> {
    if (this.#found && Date.now() < this.#found.until) return this.#found.discovery;
    const discovery = discoverDatabases(this.#options.projectRoot, this.#options);
    this.#found = { discovery, until: Date.now() + REMEMBERED_MS };
    return discovery;
  }

  async type(): Promise<string> {
    const { type } = await this.#choose();
    return type === 'mysql' ? 'mysql2' : type;
  }

  tables(signal?: AbortSignal): Promise<Answer> {
    return this.#call('tables', {}, signal);
  }

  schema(table: string, signal?: AbortSignal): Promise<Answer> {
    return this.#call('schema', { table }, signal);
  }

  query(sql: string, signal?: AbortSignal): Promise<Answer> {
    return this.#call('query', { query: sql }, signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened?.dispose();
  }

  async #call(question: 'tables' | 'schema' | 'query', input: object, signal?: AbortSignal): Promise<Answer> {
    const tool = (await this.#open())[question];
    return this.#dispatcher.call({
      entry: { name: tool.name, server: SERVER, tool },
      input: { ...input, connection: CONNECTION_NAME },
      caller: { id: 'project', frontend: 'http', workspace: [this.#options.projectRoot] },
      signal,
    });
  }

  /** When the project's files name another database, the one before is closed. */
  async #open(): Promise<Opened> {
    const connection = await this.#choose();
    const revision = JSON.stringify(connection);
    if (this.#opened?.revision === revision) return this.#opened;
    const before = this.#opened;
    this.#opened = this.#openAt(revision);
    await before?.dispose();
    return this.#opened;
  }

  #openAt(revision: string): Opened {
    const { stateRoot, projectRoot, log, redactor } = this.#options;
    const env = {
      DBMOLE_CONNECTIONS: `[${revision}]`,
      DBMOLE_STORE: join(stateRoot, 'project-connections.json'),
    };
    const options = { env, stateRoot, workspace: projectRoot, log, redactor };
    const { connections, dispose } = openConnections(options, new CursorStore());
    return {
      revision,
      tables: tablesTool(connections),
      schema: schemaTool(connections),
      query: statementTool(connections),
      dispose,
    };
  }

  async #choose() {
    const discovery = await this.discover();
    if (this.#isClosed)
      throw projectErrors.fail('E_NO_DATABASE', 'The project is being closed.', { hint: '' });
    if (discovery.chosen) return discovery.chosen.connection;
    throw noDatabase(discovery);
  }
}

const SHOWN = 5;

/** Names what was found and why none of it will do. */
function noDatabase({ databases, remarks }: Discovery): MolehillError {
  const found = databases.map(describeFound).map(({ place, problems }) => `${place}: ${problems.join(', ')}`);
  const said = [...found, ...remarks].slice(0, SHOWN);
  const message =
    said.length === 0
      ? 'No file of the project names a database.'
      : `No database of the project can be used. ${said.join('; ')}.`;
  return projectErrors.fail('E_NO_DATABASE', message);
}
