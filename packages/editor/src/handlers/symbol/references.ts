import { listPage } from '@molehill/core/paging';
import { type FoundAddress, findSymbol } from '../../code/address.ts';
import { compareRanges, Excerpts, type Hit } from '../../code/excerpts.ts';
import { qualifiedName } from '../../code/source-file.ts';
import type { EditorContext } from '../../context.ts';
import { groupBy } from '../../debug/group-by.ts';
import type { Handler } from '../../handler.ts';
import type { FileRange } from '../../language-host.ts';

export const handle: Handler<'symbol_references'> = async (input, context) => {
  const { language } = context.host;
  const found = await findSymbol(input, context);
  const ranges =
    input.kind === 'references'
      ? await references(found, input.includeDeclaration, context)
      : await language.locations('implementation', found, context);
  const sorted = inOrder(ranges, context);
  const excerpts = new Excerpts(context, input.context);
  const frame = {
    symbol: qualifiedName(found.file, found),
    total: sorted.length,
    totalFiles: new Set(sorted.map(({ path }) => path)).size,
  };
  const page = await listPage({ ...input, frame: { ...frame, files: [], cursor: '' } }, context, (window) =>
    rowsOf(sorted.slice(window.offset, window.offset + window.limit), excerpts, context),
  );
  return { ...frame, files: byFile(page.items), cursor: page.cursor };
};

/** Servers leave out imports with the declaration, which are uses to a caller. */
async function references(
  found: FoundAddress,
  includeDeclaration: boolean,
  context: EditorContext,
): Promise<readonly FileRange[]> {
  const { language } = context.host;
  const all = await language.references(found, { includeDeclaration: true }, context);
  if (includeDeclaration) return all;
  const declared = await language.locations('definition', found, context);
  const isDeclaration = (one: FileRange) =>
    declared.some(({ path, range }) => path === one.path && compareRanges(range, one.range) === 0);
  return all.filter((one) => !isDeclaration(one));
}

/** Each place once, in an order that does not change between pages. */
function inOrder(ranges: readonly FileRange[], { shown }: EditorContext): FileRange[] {
  const places = groupBy(ranges, ({ path, range: { start } }) => `${path}:${start.line}:${start.character}`);
  return [...places.values()]
    .flatMap(([first]) => (first ? [first] : []))
    .toSorted((a, b) => compareText(shown(a.path), shown(b.path)) || compareRanges(a.range, b.range));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The path is with the first hit of a file, so that its size is counted once. */
interface Row {
  readonly path?: string;
  readonly hit: Hit;
}

async function rowsOf(
  ranges: readonly FileRange[],
  excerpts: Excerpts,
  { shown }: EditorContext,
): Promise<Row[]> {
  const rows: Row[] = [];
  let last: string | undefined;
  for (const { path, range } of ranges) {
    const hit = await excerpts.hit(path, range);
    rows.push(path === last ? { hit } : { path: shown(path), hit });
    last = path;
  }
  return rows;
}

function byFile(rows: readonly Row[]): { path: string; hits: Hit[] }[] {
  const files: { path: string; hits: Hit[] }[] = [];
  for (const { path, hit } of rows) {
    if (path !== undefined) files.push({ path, hits: [] });
    files.at(-1)?.hits.push(hit);
  }
  return files;
}
