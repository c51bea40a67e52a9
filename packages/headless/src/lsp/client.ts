import { basename, extname } from 'node:path';
import { isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type { LanguageContext, LanguageServerState } from '@molehill/editor/language-host';
import type { ServerCapabilities, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { LanguageServerSpec } from '../language-servers/language-server.ts';
import type { Env, ToolLocation } from '../machine-tools/machine-tool.ts';
import { clientCapabilities, isSupported } from './capabilities.ts';
import { ServerConnection } from './connection.ts';
import { Documents, uriOf } from './documents.ts';
import { FileTree } from './file-tree.ts';
import type { Wanted } from './loose-files.ts';
import type { Method, Requests } from './messages.ts';
import { rssOf } from './process-memory.ts';
import { Projects } from './projects.ts';
import { PublishedDiagnostics } from './published-diagnostics.ts';
import { ProjectReadiness } from './readiness.ts';
import { ServerRequests } from './server-requests.ts';

export interface ClientOptions {
  readonly spec: LanguageServerSpec;
  readonly location: ToolLocation;
  readonly folder: string;
  readonly env: Env;
  readonly reaper: Reaper;
  readonly log: Log;
  readonly readyMs: number;
  readonly requestMs: number;
}

const INITIALIZE_MS = 30_000;
/** The server's view changed while it answered; it asks to be asked again. */
const ASK_AGAIN = new Set([-32801, -32802]);
const MOST_ATTEMPTS = 3;

/** One language server for one workspace folder. */
export class LspClient {
  readonly spec: LanguageServerSpec;
  readonly folder: string;
  readonly documents: Documents;
  readonly published = new PublishedDiagnostics();
  readonly readiness: ProjectReadiness;
  readonly #options: ClientOptions;
  readonly #connection: ServerConnection;
  readonly #requests: ServerRequests;
  readonly #tree: FileTree;
  readonly #projects: Projects | undefined;
  #capabilities: ServerCapabilities = {};
  #version: string | undefined;
  #loading: Promise<void> = Promise.resolve();

  /** E_LANGUAGE_SERVER. */
  static async start(options: ClientOptions): Promise<LspClient> {
    const { spec, folder, env, reaper, location } = options;
    const readiness = new ProjectReadiness(spec.name, spec.readiness);
    const requests = new ServerRequests(spec, { folder, env });
    const published: { client?: LspClient } = {};
    const { command, args, env: more } = spec.process(location, folder);
    const connection = await ServerConnection.start(
      spec.name,
      { command, args, cwd: folder, env: { ...env, ...more } },
      reaper,
      {
        onRequest: (method, params) => requests.answer(method, params),
        onNotification: (method, params) => {
          readiness.onNotification(method, params);
          published.client?.published.onNotification(method, params);
        },
      },
    );
    const client = new LspClient(options, connection, requests, readiness);
    published.client = client;
    try {
      await client.#initialize();
      return client;
    } catch (error) {
      await client.close();
      throw client.#failure('initialize', error);
    }
  }

  private constructor(
    options: ClientOptions,
    connection: ServerConnection,
    requests: ServerRequests,
    readiness: ProjectReadiness,
  ) {
    const { spec, folder } = options;
    this.#options = options;
    this.spec = spec;
    this.folder = folder;
    this.#connection = connection;
    this.#requests = requests;
    this.readiness = readiness;
    const extensions = new Set([...Object.keys(spec.languageIds), '.json', '.toml', '.mod', '.work', '.sum']);
    const languageIdOf = (path: string) => spec.languageIds[extname(path).toLowerCase()];
    const isConfiguration = (path: string) => isProjectFile(spec, path);
    this.#tree = new FileTree(
      folder,
      (name) => extensions.has(extname(name).toLowerCase()) || isConfiguration(name),
    );
    this.documents = new Documents(this.#tree, connection, languageIdOf);
    this.#projects =
      spec.projectRequest &&
      new Projects({
        folder,
        tree: this.#tree,
        documents: this.documents,
        isSource: (path) => languageIdOf(path) !== undefined,
        isConfiguration,
        projectOf: (path) => this.#projectOf(path),
      });
  }

  get pid(): number {
    return this.#connection.pid;
  }

  get hasEnded(): boolean {
    return this.#connection.hasEnded;
  }

  get ended(): Promise<void> {
    return this.#connection.ended;
  }

  get capabilities(): ServerCapabilities {
    return this.#capabilities;
  }

  state(): LanguageServerState {
    const { spec, folder, pid } = this;
    const version = this.#version ?? this.#options.location.version;
    const state = this.hasEnded ? 'stopped' : this.readiness.isReady ? 'ready' : 'loading';
    const rssBytes = this.rssBytes();
    return {
      name: spec.name,
      languages: spec.languages,
      folder,
      state,
      pid,
      ...(version && { version }),
      ...(rssBytes !== undefined && { rssBytes }),
    };
  }

  supports(method: Method): boolean {
    return isSupported(method, this.#capabilities, this.#requests.registered);
  }

  /** E_UNSUPPORTED_CAPABILITY, E_LANGUAGE_SERVER with the server's own message. */
  async request<M extends Method>(
    method: M,
    params: Requests[M][0],
    { signal }: Pick<LanguageContext, 'signal'>,
  ): Promise<Requests[M][1]> {
    if (!this.supports(method)) throw this.#unsupported(method);
    const options = { signal, timeoutMs: this.#options.requestMs };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#connection.request(method, params, options);
      } catch (error) {
        if (attempt < MOST_ATTEMPTS && ASK_AGAIN.has(codeOf(error) ?? 0)) continue;
        signal.throwIfAborted();
        throw this.#failure(method, error);
      }
    }
  }

  /** Tells the server what was written a moment ago, and opens the file. E_FILE_NOT_FOUND. */
  async prepare(path: string, context: LanguageContext): Promise<void> {
    await this.synchronise();
    await this.#filesFound(context);
    await this.documents.open(path);
  }

  /** basedpyright never finds the uses of a file again that was opened before it had found all files. E_LSP_NOT_READY. */
  async #filesFound(context: LanguageContext): Promise<void> {
    if (this.spec.readiness.kind !== 'log') return;
    await this.readiness.wait(this.#options.readyMs, context);
  }

  async synchronise(): Promise<void> {
    const changes = await this.documents.sync();
    this.#projects?.onChanges(changes);
    if (changes.some(({ kind }) => kind !== 'changed')) this.readiness.filesChanged();
  }

  /** Waits until the server knows all projects of the folder, and other files that matter. E_LSP_NOT_READY. */
  async loadProject(wanted: Wanted | undefined, context: LanguageContext): Promise<void> {
    this.#checkFileList();
    await this.readiness.wait(this.#options.readyMs, context);
    const projects = this.#projects;
    if (!projects) return;
    const load = () => projects.load(wanted, context.signal);
    this.#loading = this.#loading.then(load, load);
    await this.#loading;
  }

  /** Runs a command of the server, and returns the edits that it asks for. */
  async collectEdits(command: () => Promise<unknown>): Promise<readonly WorkspaceEdit[]> {
    return await this.#requests.collectEdits(command);
  }

  /** The source files of the folder. */
  files(): Iterable<string> {
    return this.#tree.paths();
  }

  /** Undefined where the system does not tell. */
  rssBytes(): number | undefined {
    return rssOf(this.pid);
  }

  async close(): Promise<void> {
    this.#tree.close();
    await this.#connection.close();
  }

  async #initialize(): Promise<void> {
    const { spec, folder } = this.#options;
    const uri = uriOf(folder);
    // The server reads the files after this, so what changes from now on is reported to it.
    await this.#tree.changes();
    const { capabilities, serverInfo } = await this.#connection.request(
      'initialize',
      {
        processId: process.pid,
        clientInfo: { name: 'molehill' },
        rootUri: uri,
        workspaceFolders: [{ uri, name: basename(folder) }],
        capabilities: clientCapabilities,
        initializationOptions: spec.initializationOptions ?? {},
      },
      { signal: new AbortController().signal, timeoutMs: INITIALIZE_MS },
    );
    const encoding = capabilities.positionEncoding ?? 'utf-16';
    if (encoding !== 'utf-16') throw new Error(`it counts columns in ${encoding}, not in utf-16`);
    this.#capabilities = capabilities;
    this.#version = serverInfo?.version;
    this.#connection.notify('initialized', {});
    this.readiness.started();
  }

  async #projectOf(path: string): Promise<string> {
    try {
      const options = { signal: new AbortController().signal, timeoutMs: this.#options.requestMs };
      const info = await this.#connection.request(
        'custom/projectInfo',
        { textDocument: { uri: uriOf(path) } },
        options,
      );
      return info.configFilePath ?? '';
    } catch (error) {
      if (isMolehillError(error)) throw error;
      return '';
    }
  }

  #failure(method: string, error: unknown): MolehillError {
    if (isMolehillError(error)) return error;
    const message = `The language server ${this.spec.name} did not answer ${method}: ${messageOf(error)}`;
    return editorErrors.fail('E_LANGUAGE_SERVER', message, { cause: error });
  }

  /** E_LANGUAGE_SERVER where the server would answer from some of the files only. */
  #checkFileList(): void {
    if (!this.#tree.isComplete) throw this.#tooManyFiles();
    const { fileList, name } = this.spec;
    if (!fileList || [...this.#tree.paths()].some((path) => fileList.names.includes(basename(path)))) return;
    const message = `${name} knows only files that a ${fileList.names[0]} lists, and ${this.folder} has none.`;
    throw editorErrors.fail('E_LANGUAGE_SERVER', message, { hint: fileList.hint, retryable: false });
  }

  #tooManyFiles(): MolehillError {
    const message = `${this.folder} has more files than are tracked, so an answer over all of them would miss some.`;
    const hint = 'Start Molehill with a smaller folder as its workspace.';
    return editorErrors.fail('E_LANGUAGE_SERVER', message, { hint, retryable: false });
  }

  #unsupported(method: string): MolehillError {
    const message = `The language server ${this.spec.name} has no ${method}.`;
    const hint = `Do it in another way: no other language server for ${this.spec.languages.join(', ')} is used here.`;
    return editorErrors.fail('E_UNSUPPORTED_CAPABILITY', message, { hint });
  }
}

/** `tsconfig.build.json` beside `tsconfig.json`. */
function isProjectFile({ projectFiles }: LanguageServerSpec, path: string): boolean {
  const name = basename(path);
  return projectFiles.some((file) => {
    const extension = extname(file);
    return name === file || (name.startsWith(`${basename(file, extension)}.`) && name.endsWith(extension));
  });
}

/** The code of an error that the server answered. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
