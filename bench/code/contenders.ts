import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npmSources } from '../../test/engines/code-packages.ts';
import { languageServer, languageServerEnvironment } from '../../test/engines/language-servers.ts';
import { openSession, type Session } from '../debug/session.ts';
import { LanguageServer, type ServerProcess } from './language-server.ts';

/** Where a symbol is declared, from 1. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Each method plans and changes nothing, and returns how many places it found. */
export interface Opened {
  rename(at: Place, newName: string): Promise<number>;
  references(at: Place): Promise<number>;
  close(): Promise<void>;
}

export interface Contender {
  readonly name: string;
  /** Starts the process. */
  open(folder: string): Promise<Opened>;
}

const vscb = fileURLToPath(new URL('../../packages/cli/bin/vscb.mjs', import.meta.url));

export async function openMolehill(folder: string, home: string): Promise<Session> {
  const servers = await languageServerEnvironment('typescript', 'basedpyright');
  const command = [vscb, 'mcp', '--workspace', folder];
  return await openSession({ command, env: { MOLEHILL_HOME: home, ...servers } }, folder);
}

export function molehill(home: string): Contender {
  const count = (answer: string, field: string) =>
    Number(new RegExp(`"?${field}"?:\\s*(\\d+)`).exec(answer)?.[1]);
  return {
    name: 'molehill (vscb mcp)',
    open: async (folder) => {
      const { call, close } = await openMolehill(folder, home);
      return {
        rename: async (at, newName) =>
          count(await call('rename_symbol', { ...at, newName, preview: true }), 'totalEdits'),
        references: async (at) => count(await call('symbol_references', { ...at }), 'total'),
        close,
      };
    },
  };
}

function direct(name: string, server: ServerProcess): Contender {
  return {
    name,
    open: async (folder) => {
      const running = new LanguageServer(server, folder);
      await running.initialize(folder);
      const ask = async (method: string, { path, line, column }: Place, more: object) => {
        running.open(path);
        const textDocument = { uri: pathToFileURL(path).href };
        const position = { line: line - 1, character: column - 1 };
        return await running.request(method, { textDocument, position, ...more });
      };
      return {
        rename: async (at, newName) => editCount(await ask('textDocument/rename', at, { newName })),
        references: async (at) => {
          const context = { includeDeclaration: false };
          const found = await ask('textDocument/references', at, { context });
          return Array.isArray(found) ? found.length : 0;
        },
        close: async () => running.close(),
      };
    },
  };
}

interface Edit {
  readonly changes?: Readonly<Record<string, readonly unknown[]>>;
  readonly documentChanges?: readonly { readonly edits: readonly unknown[] }[];
}

function editCount(answer: unknown): number {
  const { changes = {}, documentChanges = [] } = (answer ?? {}) as Edit;
  const lists = [...Object.values(changes), ...documentChanges.map(({ edits }) => edits)];
  return lists.reduce((sum, edits) => sum + edits.length, 0);
}

export async function typescriptPeers(): Promise<readonly Contender[]> {
  const peer = await npmSources('typescript-language-server');
  const own = await languageServer('typescript');
  if (!peer || !own) throw new Error('the TypeScript language servers cannot be fetched');
  const tsserver = { path: join(peer, 'typescript', 'lib'), useSyntaxServer: 'never' };
  const script = join(peer, 'typescript-language-server', 'lib', 'cli.mjs');
  const languageId = 'typescript';
  return [
    direct('typescript-language-server 6.0.2', {
      command: process.execPath,
      args: [script, '--stdio'],
      languageId,
      initializationOptions: { tsserver },
    }),
    direct('tsc --lsp', { command: own, args: ['--lsp', '--stdio'], languageId }),
  ];
}

export async function pythonPeers(): Promise<readonly Contender[]> {
  const path = await languageServer('basedpyright');
  if (!path) throw new Error('basedpyright cannot be fetched');
  const args = [path, '--stdio'];
  const ready = /^(Found \d+ source files?|No source files found)/;
  return [direct('basedpyright', { command: process.execPath, args, languageId: 'python', ready })];
}
