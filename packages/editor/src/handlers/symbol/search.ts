import { statSync } from 'node:fs';
import { coreErrors } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import type { Range, SymbolKind } from 'vscode-languageserver-types';
import { isNamed } from '../../code/declarations.ts';
import { openSource } from '../../code/source-file.ts';
import { kindFilter, kindName } from '../../code/symbol-kind.ts';
import type { EditorContext } from '../../context.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import type { FoundSymbols } from '../../language-host.ts';

type Input = ToolInputs['symbol_search'];

interface Found {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container?: string | undefined;
  readonly path: string;
  readonly range: Range;
}

export const handle: Handler<'symbol_search'> = async (input, context) => {
  const isWanted = kindFilter(input.kinds);
  const { found, hidden, unsearched } = await search(input, context);
  const wanted = found.filter(({ kind }) => isWanted(kind));
  const next = input.query
    ? 'pass a longer {param:query} or {param:kinds}.'
    : 'pass {param:query} or {param:kinds}.';
  const { items, cutBy } = await context.budget.collect(
    wanted.map((symbol) => rowOf(symbol, context)),
    { rows: input.limit, frame: { symbols: [], total: wanted.length, hidden, unsearched, next } },
  );
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: wanted.length, next });
  return { symbols: items, total: wanted.length, hidden: hidden || undefined, unsearched };
};

interface SearchResult {
  readonly found: readonly Found[];
  readonly hidden?: number;
  /** Absent where all languages were searched. */
  readonly unsearched?: FoundSymbols['unsearched'];
}

async function search(input: Input, context: EditorContext): Promise<SearchResult> {
  const { query } = input;
  const path = input.path === undefined ? undefined : context.path(input.path);
  const isFolder = path !== undefined && statSync(path).isDirectory();
  if (path !== undefined && !isFolder) return outline(path, input, context);
  if (query === undefined)
    throw coreErrors.fail(
      'E_INVALID_PARAMS',
      isFolder ? 'A folder has no outline.' : 'Neither query nor path is given.',
      { hint: 'Pass {param:query}, or {param:path} of a file.' },
    );
  const { symbols, unsearched } = await context.host.language.workspaceSymbols(query, context);
  const found = ranked(
    symbols.filter((symbol) => path === undefined || isInside(path, symbol.path)),
    query,
  );
  return unsearched.length > 0 ? { found, unsearched } : { found };
}

/** Local variables are shown only when they are asked for: an outline is to be short. */
async function outline(
  path: string,
  { query, depth, kinds }: Input,
  context: EditorContext,
): Promise<SearchResult> {
  const { declarations } = await openSource(path, context);
  const all = declarations
    .filter(({ name }) => isNamed(name))
    .map(({ name, names, kind, range, depth: level, isLocal }) => {
      const container = names.slice(0, -1).join('.') || undefined;
      return { name, kind, container, path, range, isShallow: level <= depth && !(isLocal && !kinds) };
    });
  if (query !== undefined) return { found: ranked(all.filter(isLike(query)), query) };
  const found = all.filter(({ isShallow }) => isShallow);
  return { found, hidden: all.length - found.length };
}

function isLike(query: string): (symbol: Found) => boolean {
  const wanted = query.toLowerCase();
  const isQualified = wanted.includes('.');
  return ({ name, container }) =>
    (isQualified ? `${container}.${name}` : name).toLowerCase().includes(wanted);
}

/** Equal names first, then names that begin alike; servers also find what only resembles. */
function ranked(found: readonly Found[], query: string): readonly Found[] {
  const wanted = query.toLowerCase();
  const likenesses: readonly ((name: string) => boolean)[] = [
    (name) => name === query,
    (name) => name.toLowerCase() === wanted,
    (name) => name.toLowerCase().startsWith(wanted),
    (name) => name.toLowerCase().includes(wanted),
    () => true,
  ];
  const rank = ({ name, path }: Found) =>
    likenesses.findIndex((isAlike) => isAlike(name)) +
    (path.includes('/node_modules/') ? likenesses.length : 0);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function rowOf({ name, kind, container, path, range }: Found, { shown }: EditorContext) {
  return {
    name,
    kind: kindName(kind),
    container: container || undefined,
    path: shown(path),
    line: range.start.line + 1,
    // Servers answer a search with the range of the name alone.
    endLine: range.end.line > range.start.line ? range.end.line + 1 : undefined,
  };
}
