import { dirname, posix, relative, resolve, sep } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from '@molehill/editor/errors';
import type { FileMove, LanguageContext, MovePlan } from '@molehill/editor/language-host';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { TextEdit } from 'vscode-languageserver-types';
import type { MoveOptions } from '../language-servers/language-server.ts';
import type { LspClient } from './client.ts';
import type { LspClients } from './clients.ts';
import { uriOf } from './documents.ts';
import { withLeftImports } from './left-imports.ts';
import { moveSources } from './move-sources.ts';
import { moduleName } from './navigation.ts';
import { planChange } from './plan-change.ts';
import { plannedEdits } from './workspace-edit.ts';

/** The edits of one move alone. */
interface MoveEdits {
  readonly move: FileMove;
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
}

/** All edits are known before the files are moved. */
export interface PlannedMoves {
  willRenameFiles(moves: readonly FileMove[], context: LanguageContext): Promise<MovePlan | undefined>;
}

export function fileMoves(
  clients: LspClients,
  { env, reaper }: Pick<MoveOptions, 'env' | 'reaper'>,
): PlannedMoves {
  const plan = (source: string, moves: readonly FileMove[], context: LanguageContext) =>
    clients.use(source, context, async (client) => {
      if (!client.supports('workspace/willRenameFiles')) return undefined;
      await client.prepare(source, context);
      const paths = moves.map(({ from }) => from);
      await client.loadProject({ names: paths.map(moduleName), paths }, context);
      const ask = () => editsOf(client, moves, clients.folders, context);
      const change = await planChange(client, ask, { folders: clients.folders });
      return client.spec.leavesImports ? await withLeftImports(change, moves, client.files()) : change;
    });
  return {
    willRenameFiles: async (moves, context) => {
      const changes: MovePlan[] = [];
      const { folders } = clients;
      for (const { source, moves: own } of await moveSources(moves, clients)) {
        const planMoves = clients.specFor(source)?.planMoves;
        const change = planMoves
          ? await planMoves(own, { folders, env, reaper, signal: context.signal })
          : await plan(source, own, context);
        if (change) changes.push(change);
      }
      if (changes.length === 0) return undefined;
      return {
        edits: changes.flatMap(({ edits }) => edits),
        operations: changes.flatMap(({ operations }) => operations),
        notes: changes.flatMap(({ notes = [] }) => notes),
      };
    },
  };
}

/** Servers plan each of several moves as if the other files stayed, so each is asked for alone. */
async function editsOf(
  client: LspClient,
  moves: readonly FileMove[],
  folders: readonly string[],
  context: LanguageContext,
): Promise<WorkspaceEdit | null> {
  const planned: MoveEdits[] = [];
  for (const move of moves) {
    const files = [{ oldUri: uriOf(move.from), newUri: uriOf(move.to) }];
    const edit = await client.request('workspace/willRenameFiles', { files }, context);
    if (moves.length === 1) return edit;
    if (edit) planned.push({ move, edits: plannedEdits(edit, folders).edits });
  }
  return { changes: mergedEdits(planned, moves) };
}

interface PlacedEdit {
  readonly edit: TextEdit;
  /** Planned for the move of the file itself. */
  readonly isOwn: boolean;
}

/** Where a file and what it imports both move, the import names the new place of one from the new place of the other. */
function mergedEdits(planned: readonly MoveEdits[], moves: readonly FileMove[]): Record<string, TextEdit[]> {
  const files = new Map<string, Map<string, PlacedEdit>>();
  for (const { move, edits } of planned)
    for (const [path, list] of edits) {
      const file = files.get(path) ?? new Map<string, PlacedEdit>();
      files.set(path, file);
      const isOwn = isInside(move.from, path);
      for (const edit of list) place(file, { edit: isOwn ? edit : rebased(edit, path, moves), isOwn }, path);
    }
  return Object.fromEntries(
    [...files].map(([path, edits]) => [uriOf(path), [...edits.values()].map(({ edit }) => edit)]),
  );
}

/** The edit for the move of what is imported knows both new places. */
function place(file: Map<string, PlacedEdit>, placed: PlacedEdit, path: string): void {
  const { start, end } = placed.edit.range;
  const key = `${start.line}:${start.character}-${end.line}:${end.character}`;
  const other = file.get(key);
  if (!other || (other.isOwn && !placed.isOwn)) file.set(key, placed);
  else if (other.isOwn === placed.isOwn && other.edit.newText !== placed.edit.newText)
    throw contradicting(path);
}

/** The edit of an import in a file that moves itself. Names of packages and modules do not depend on the place. */
function rebased(edit: TextEdit, path: string, moves: readonly FileMove[]): TextEdit {
  const own = moves.find(({ from }) => isInside(from, path));
  if (!own || !/^\.\.?(\/|$)/.test(edit.newText)) return edit;
  const target = resolve(dirname(path), edit.newText);
  const after = resolve(own.to, relative(own.from, path));
  const specifier = relative(dirname(after), target).split(sep).join(posix.sep);
  return { ...edit, newText: specifier.startsWith('.') ? specifier : `./${specifier}` };
}

function contradicting(path: string) {
  const message = `The language server changes one import of ${path} in two ways.`;
  return editorErrors.fail('E_LANGUAGE_SERVER', message, { hint: 'Move the files one by one.' });
}
