import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The least that a language server must be told, without anything of Molehill's. */
export interface ServerProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly languageId: string;
  readonly initializationOptions?: object;
  /** The log message after which the server knows all files. */
  readonly ready?: RegExp;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[]; readonly message?: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #server: ServerProcess;
  readonly #waiting = new Map<number | string, Waiting>();
  readonly #opened = new Set<string>();
  readonly #ready: Promise<void>;
  #isReady = () => {};
  #received = Buffer.alloc(0);
  #last = 0;

  constructor(server: ServerProcess, folder: string) {
    this.#server = server;
    this.#child = spawn(server.command, server.args, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.stdout?.on('data', (data: Buffer) => this.#read(data));
    this.#ready = server.ready
      ? new Promise((resolve) => {
          this.#isReady = resolve;
        })
      : Promise.resolve();
  }

  async initialize(folder: string): Promise<void> {
    const uri = pathToFileURL(folder).href;
    const { initializationOptions = {} } = this.#server;
    await this.request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'project' }],
      initializationOptions,
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true, workspaceEdit: { documentChanges: true } },
        textDocument: { rename: { prepareSupport: true } },
      },
    });
    this.#send({ method: 'initialized', params: {} });
    await this.#ready;
  }

  open(path: string): void {
    if (this.#opened.has(path)) return;
    this.#opened.add(path);
    const uri = pathToFileURL(path).href;
    const text = readFileSync(path, 'utf8');
    const { languageId } = this.#server;
    const textDocument = { uri, languageId, version: 1, text };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
  }

  async request(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  close(): void {
    this.#child.kill();
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      const [, length] = /Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, end)) ?? [];
      const start = end + 4;
      if (end < 0 || this.#received.length < start + Number(length)) return;
      const body = this.#received.toString('utf8', start, start + Number(length));
      this.#received = this.#received.subarray(start + Number(length));
      this.#handle(JSON.parse(body));
    }
  }

  #handle({ id, method, params, result, error }: Message): void {
    if (method === 'window/logMessage' && this.#server.ready?.test(params?.message ?? '')) this.#isReady();
    if (id === undefined) return;
    if (method) {
      this.#send({ id, result: params?.items?.map(() => ({})) ?? null });
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
