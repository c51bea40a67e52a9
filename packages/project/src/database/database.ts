import { join } from 'node:path';
import type { Dispatcher } from '@molehill/core/dispatch';
import type { Ask } from '@molehill/core/question';
import type { Redactor } from '@molehill/core/redact';
import type { Answer } from '@molehill/core/result';
import type { MountOptions } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import { openConnections } from 'dbmole-mcp/connections';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { openProjectApprovals, type ProjectApprovals } from '../approvals.ts';
import { type Discovery, type DiscoveryOptions, discoverDatabases } from '../discovery/discovery.ts';
import { CONNECTION_NAME } from '../discovery/finish.ts';
import { projectErrors } from '../errors.ts';
import { approvalRequired, waitingOf } from '../review.ts';
import { queryTool, schemaTool, tablesTool } from './tools.ts';

export interface ProjectDatabaseOptions
  extends Omit<DiscoveryOptions, 'isApproved'>,
    Pick<MountOptions, 'stateRoot' | 'log' | 'redactor'> {
  readonly redactor: Redactor;
  /** Canonical: approvals belong to it. */
  readonly projectRoot: string;
  readonly dispatcher: Dispatcher;
}

type Operation = 'tables' | 'schema' | 'query';

/** Several calls in quick succession read the project's files once. */
const DISCOVERY_TTL_MS = 1_000;
const SERVER = { id: 'project', title: '', version: '', instructions: '' };

interface OpenDatabase {
  readonly definition: string;
  readonly tools: Readonly<Record<Operation, Tool>>;
  dispose(): Promise<void>;
}

/** The database of one project, discovered and opened on first use. */
export class ProjectDatabase {
  readonly #options: ProjectDatabaseOptions;
  readonly #approvals: ProjectApprovals;
  #cached: { readonly discovery: Promise<Discovery>; readonly until: number } | undefined;
  #open: OpenDatabase | undefined;
  #isClosed = false;

  constructor(options: ProjectDatabaseOptions) {
    this.#options = options;
    this.#approvals = openProjectApprovals(options);
  }

  discover(): Promise<Discovery> {
    if (this.#cached && Date.now() < this.#cached.until) return this.#cached.discovery;
    const discovery = discoverDatabases(this.#options.projectRoot, {
      ...this.#options,
      isApproved: this.#approvals.isApproved,
    });
    this.#cached = { discovery, until: Date.now() + DISCOVERY_TTL_MS };
    return discovery;
  }

  /** The name of the engine's driver, as clients of get-database-type know it. */
  async type(): Promise<string> {
    const { type } = await this.#connection();
    return builtInEngines.get(type).driver;
  }

  /** Rejects when the project has no usable database; other errors are in the answer. */
  async call(operation: Operation, input: object, signal?: AbortSignal, ask?: Ask): Promise<Answer> {
    const tool = (await this.#opened()).tools[operation];
    return this.#options.dispatcher.call({
      entry: { name: tool.name, server: SERVER, tool },
      input: { ...input, connection: CONNECTION_NAME },
      caller: { id: 'project-http', frontend: 'http', workspace: [this.#options.projectRoot] },
      signal,
      ask,
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#dispose();
  }

  async #dispose(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.dispose();
  }

  /** Closes the previous database when the project's files name another one. */
  async #opened(): Promise<OpenDatabase> {
    const definition = JSON.stringify(await this.#connection());
    if (this.#open?.definition === definition) return this.#open;
    const previous = this.#open;
    const { stateRoot, projectRoot, log, redactor } = this.#options;
    const env = {
      DBMOLE_CONNECTIONS: `[${definition}]`,
      DBMOLE_STORE: join(stateRoot, 'project-connections.json'),
    };
    const options = { env, stateRoot, workspace: projectRoot, log, redactor };
    const { connections, dispose } = openConnections(options);
    const tools = {
      tables: tablesTool(connections),
      schema: schemaTool(connections),
      query: queryTool(connections),
    };
    this.#open = { definition, tools, dispose };
    await previous?.dispose();
    return this.#open;
  }

  async #connection() {
    const discovery = await this.discover();
    if (this.#isClosed)
      throw projectErrors.fail('E_NO_DATABASE', 'The project is being closed.', { hint: '' });
    const waiting = waitingOf(discovery, this.#approvals);
    if (waiting) {
      // The approval may come before the next call.
      this.#cached = undefined;
      await this.#dispose();
      throw approvalRequired(waiting, this.#options.projectRoot);
    }
    if (discovery.chosen) return discovery.chosen.connection;
    throw projectErrors.fail('E_NO_DATABASE', discovery.message);
  }
}
