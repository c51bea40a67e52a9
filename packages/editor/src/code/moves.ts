import type { Stats } from 'node:fs';
import { coreErrors } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
import type { FileMove } from '../language-host.ts';
import { entryAt } from '../workspace-path.ts';

type PathContext = Pick<EditorContext, 'path' | 'newPath' | 'shown'>;

export interface PlannedMove extends FileMove {
  readonly isFolder: boolean;
  /** A file is there and is replaced. */
  readonly overwrites: boolean;
}

/** Resolves and checks all moves before anything is planned. E_FILE_NOT_FOUND, E_CONFLICT, E_INVALID_PARAMS. */
export function planMoves(
  given: readonly FileMove[],
  overwrite: boolean,
  context: PathContext,
): readonly PlannedMove[] {
  const moves: PlannedMove[] = [];
  for (const move of given) moves.push(planMove(move, moves, overwrite, context));
  assertApart(moves, context);
  return moves;
}

function planMove(
  given: FileMove,
  earlier: readonly PlannedMove[],
  overwrite: boolean,
  context: PathContext,
): PlannedMove {
  // Checks that it exists; a link is not followed, since the file it leads to has other importers.
  context.path(given.from);
  const from = context.newPath(given.from);
  const to = context.newPath(given.to);
  const source = entryAt(from, given.from);
  const { shown } = context;
  if (!source || source.isSymbolicLink())
    throw editorErrors.fail('E_INVALID_PATH', `${shown(from)} is a link; name the file it leads to.`);
  if (from === to) throw invalid(`${shown(from)} is named as its own target.`);
  if (isInside(from, to)) throw invalid(`The folder ${shown(from)} cannot be moved into itself.`);
  const isFree = earlier.some((move) => move.from === to);
  const target = isFree ? undefined : entryAt(to, given.to);
  if (target) assertReplaceable({ source, target, overwrite, shown: shown(to) });
  return { from, to, isFolder: source.isDirectory(), overwrites: target !== undefined };
}

interface Replacement {
  readonly source: Stats;
  readonly target: Stats;
  readonly overwrite: boolean;
  readonly shown: string;
}

function assertReplaceable({ source, target, overwrite, shown }: Replacement): void {
  if (source.isFile() && target.isFile()) {
    if (overwrite) return;
    throw editorErrors.fail('E_CONFLICT', `The target ${shown} exists.`);
  }
  const what = target.isDirectory() ? 'a folder' : 'not a regular file';
  throw editorErrors.fail(
    'E_CONFLICT',
    `The target ${shown} exists and is ${what}, which is never replaced.`,
    {
      hint: 'Choose a target that does not exist, such as a new name inside the folder.',
    },
  );
}

/** Moves of one change do not depend on their order, except that one may take the place that another left. */
function assertApart(moves: readonly PlannedMove[], { shown }: PathContext): void {
  for (const [index, move] of moves.entries()) {
    for (const other of moves.slice(0, index)) {
      if (move.to === other.to) throw invalid(`${shown(move.to)} is the target of two moves.`);
      if (isInside(other.from, move.from) || isInside(move.from, other.from))
        throw invalid(`${shown(move.from)} and ${shown(other.from)} contain one another.`);
    }
  }
}

function invalid(message: string) {
  return coreErrors.fail('E_INVALID_PARAMS', message, {
    hint: 'Name each file once, with a target of its own.',
  });
}
