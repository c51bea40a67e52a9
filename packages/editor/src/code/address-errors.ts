import type { MolehillError } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import { editorErrors } from '../errors.ts';
import { shownPosition } from './position.ts';
import { type Place, placesIn, qualifiedName, type SourceFile } from './source-file.ts';
import { kindName } from './symbol-kind.ts';

const MOST_CANDIDATES = 20;
const MOST_NAMED = 5;
const LINE_CHARACTERS = 120;

export interface Candidate {
  readonly symbol: string;
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** One candidate for each place; two on a line are told apart by their columns. */
export function ambiguous(file: SourceFile, asked: string, places: readonly Place[]): MolehillError {
  const candidates = places.slice(0, MOST_CANDIDATES).map((place) => candidateOf(file, place));
  const named = candidates
    .slice(0, MOST_NAMED)
    .map(({ symbol, kind, line }) => `${symbol} (${kind}, line ${line})`);
  const rest = places.length - named.length;
  const list = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
  const isOneLine = new Set(candidates.map(({ line }) => line)).size === 1;
  const columns = candidates.map(({ column }) => column).join(' or ');
  return editorErrors.fail(
    'E_AMBIGUOUS_SYMBOL',
    `"${asked.slice(0, 80)}" may be several symbols of ${file.shown}: ${list}.`,
    {
      details: { candidates, total: places.length },
      ...(isOneLine
        ? { hint: `Pass {param:line} and {param:column} ${columns} instead of {param:symbol}.` }
        : {}),
    },
  );
}

function candidateOf(file: SourceFile, place: Place): Candidate {
  const { line, column } = shownPosition(place.selectionRange.start);
  return {
    symbol: qualifiedName(file, place),
    kind: place.declaration ? kindName(place.declaration.kind) : 'local',
    line,
    column,
    text: file.lines
      .line(line - 1)
      .trim()
      .slice(0, LINE_CHARACTERS),
  };
}

export function notFound(
  file: SourceFile,
  asked: string,
  reason = `is not a name in the code of`,
): MolehillError {
  const names = nearNames(file, asked);
  const meant = names.length > 0 ? ` Near names: ${names.join(', ')}.` : '';
  return editorErrors.fail('E_SYMBOL_NOT_FOUND', `"${asked.slice(0, 80)}" ${reason} ${file.shown}.${meant}`, {
    details: { names },
    ...(names.length > 0 ? {} : { hint: 'Call {tool:symbol_search} with this {param:path} for an outline.' }),
  });
}

/** Names of the file that may have been meant: misspelt, or qualified otherwise. */
function nearNames(file: SourceFile, asked: string): string[] {
  const last = asked.split(/[.:/#]+/).at(-1) ?? asked;
  const declared = file.declarations.map(({ names }) => names.join('.'));
  const sameName = file.declarations.filter(({ name }) => name === last).map(({ names }) => names.join('.'));
  const left = new Set([...declared, ...placesIn(file).map(({ name }) => name)]);
  const found = new Set(sameName.slice(0, MOST_NAMED));
  for (const wanted of [asked, last]) {
    for (let near = nearest(wanted, left); near && found.size < MOST_NAMED; near = nearest(wanted, left)) {
      found.add(near);
      left.delete(near);
    }
  }
  return [...found];
}
