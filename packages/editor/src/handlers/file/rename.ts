import { join } from 'node:path';
import { isMolehillError } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import { applyChange } from '../../code/change-result.ts';
import { filesBelow } from '../../code/folder-files.ts';
import { type PlannedMove, planMoves } from '../../code/moves.ts';
import type { EditorContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import type { MovePlan } from '../../language-host.ts';
import type { FileOperation, WorkspaceChange } from '../../workspace-change.ts';

/** Enough for their diagnostics to be compared. */
const MOST_MOVED = 20;
const NO_PROVIDER: ReadonlySet<string> = new Set(['E_NO_LANGUAGE_SERVER', 'E_UNSUPPORTED_CAPABILITY']);

export const handle: Handler<'rename_file'> = async (input, context) => {
  const { moves: given, oldUri = '', newUri = '', overwrite, updateImports, preview, save, dirty } = input;
  const moves = planMoves(given ?? [{ from: oldUri, to: newUri }], overwrite, context);
  if (!preview) await confirmMoves(moves, context);
  const { change, importsUpdated, isPlanned, hint } = updateImports
    ? await importEdits(moves, preview, context)
    : NO_IMPORTS;
  const operations = [...change.operations, ...moves.map((move) => operationOf(move))];
  const shown = moves.map(({ from, to }) => ({ from: context.shown(from), to: context.shown(to) }));
  const beside = { importsUpdated, moved: shown, ...(hint === undefined ? {} : { hint }) };
  const moved = await movedFiles(moves, context);
  const options = { preview, save, dirty, moved, beside, updateImports: isPlanned === false };
  const { files, ...result } = await applyChange({ edits: change.edits, operations }, options, context);
  return { ...beside, ...result, importEdits: files };
};

async function confirmMoves(moves: readonly PlannedMove[], context: EditorContext): Promise<void> {
  const asked = moves.flatMap((move) => questionsOf(move, context));
  if (asked.length > 0) await context.confirm(`${asked.join(' and ')}.`);
}

/** A file that gets into `.vscode` may set what `set_setting` asks for, or start programs. */
function questionsOf({ from, to, overwrites }: PlannedMove, context: EditorContext): readonly string[] {
  const { host, shown } = context;
  if (overwrites) return [`Replace ${shown(to)} by ${shown(from)}`];
  const isConfiguration = host.workspace.folders.some((folder) => isInside(join(folder, '.vscode'), to));
  return isConfiguration ? [`Move ${shown(from)} to ${shown(to)}, where VS Code reads its settings`] : [];
}

const NO_EDITS: WorkspaceChange = { edits: [], operations: [] };

interface ImportEdits {
  readonly change: WorkspaceChange;
  readonly importsUpdated: boolean | 'no-provider';
  readonly hint?: string;
  /** False where the editor makes the edits when the files are moved. */
  readonly isPlanned?: boolean;
}

const NO_IMPORTS: ImportEdits = { change: NO_EDITS, importsUpdated: false };
const NOT_PREVIEWED =
  'The editor updates the imports when the files are moved; a preview has no edits of them.';

/** A missing server does not keep files from being moved; a loading one would forget imports. */
async function importEdits(
  moves: readonly PlannedMove[],
  preview: boolean,
  context: EditorContext,
): Promise<ImportEdits> {
  const { host, signal, progress } = context;
  try {
    const change = await host.language.willRenameFiles(moves, { signal, progress });
    if (change === 'when-applied')
      return {
        change: NO_EDITS,
        importsUpdated: true,
        isPlanned: false,
        ...(preview && { hint: NOT_PREVIEWED }),
      };
    if (change) return { change, importsUpdated: true, ...hintOf(change) };
    return { change: NO_EDITS, importsUpdated: 'no-provider' };
  } catch (error) {
    if (!isMolehillError(error) || !NO_PROVIDER.has(error.code)) throw error;
    const hint = `Imports were not updated: ${error.message} ${error.hint}`;
    return { change: NO_EDITS, importsUpdated: 'no-provider', hint };
  }
}

function hintOf({ notes = [] }: MovePlan): { readonly hint?: string } {
  return notes.length === 0 ? {} : { hint: notes.join(' ') };
}

function operationOf({ from, to, overwrites }: PlannedMove): FileOperation {
  return { kind: 'rename', from, to, overwrite: overwrites };
}

async function movedFiles(moves: readonly PlannedMove[], context: EditorContext): Promise<readonly string[]> {
  const { signal, host } = context;
  const isWanted = (path: string) => host.language.languageOf(path) !== undefined;
  const parts = await Promise.all(
    moves.map(({ from, isFolder }) =>
      isFolder
        ? filesBelow(from, { most: MOST_MOVED, signal, isWanted })
        : { paths: [from].filter(isWanted) },
    ),
  );
  return parts.flatMap(({ paths }) => paths);
}
