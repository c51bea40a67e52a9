import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { FileMove } from '@molehill/editor/language-host';
import type { LanguageServerSpec } from '../language-servers/language-server.ts';
import type { LspClients } from './clients.ts';

/** What one language server is asked about. */
export interface MoveSource {
  /** A source file of its language, which starts the server and loads its project. */
  readonly source: string;
  readonly moves: readonly FileMove[];
}

const MOST_ENTRIES = 10_000;
const MOST_ENTRIES_NEAR = 2_000;

/** The servers whose files may import what is moved. */
export async function moveSources(
  moves: readonly FileMove[],
  clients: LspClients,
): Promise<readonly MoveSource[]> {
  const bySpec = new Map<LanguageServerSpec, { source: string; moves: FileMove[] }>();
  for (const move of moves) {
    for (const [spec, source] of await sourcesOf(move.from, clients)) {
      const known = bySpec.get(spec);
      if (known) known.moves.push(move);
      else bySpec.set(spec, { source, moves: [move] });
    }
  }
  return [...bySpec.values()];
}

/** A source file of each language for a file or folder that is moved. */
async function sourcesOf(from: string, clients: LspClients): Promise<Map<LanguageServerSpec, string>> {
  const sources = new Map<LanguageServerSpec, string>();
  for await (const path of filesOf(from, MOST_ENTRIES)) {
    const spec = clients.specFor(path);
    if (spec && !sources.has(spec)) sources.set(spec, path);
    const importer = spec ? undefined : clients.importerOf(path);
    if (!importer || sources.has(importer)) continue;
    const near = await sourceNear(path, importer, clients);
    if (near !== undefined) sources.set(importer, near);
  }
  return sources;
}

/** The source file of a language that is nearest to a file of none. */
async function sourceNear(
  path: string,
  spec: LanguageServerSpec,
  clients: LspClients,
): Promise<string | undefined> {
  const isInWorkspace = (folder: string) => clients.folders.some((root) => isInside(root, folder));
  for (let folder = dirname(path); isInWorkspace(folder); folder = dirname(folder))
    for await (const file of filesOf(folder, MOST_ENTRIES_NEAR))
      if (clients.specFor(file) === spec) return file;
  return undefined;
}

/** A file itself, or the files below a folder, nearest to the top first. */
async function* filesOf(path: string, most: number): AsyncGenerator<string> {
  const queue = [path];
  for (let seen = 0; queue.length > 0 && seen < most; seen += 1) {
    const next = queue.shift() ?? '';
    const entries = await readdir(next, { withFileTypes: true }).catch(() => undefined);
    if (!entries) yield next;
    for (const entry of entries ?? []) if (isSource(entry)) queue.push(join(next, entry.name));
  }
}

function isSource(entry: Dirent): boolean {
  if (entry.isFile()) return true;
  return entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
}
