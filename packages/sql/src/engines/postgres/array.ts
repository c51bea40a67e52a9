import type { Cell } from '../engine.ts';

/**
 * Parses an array as PostgreSQL prints it. An array whose subscripts do not begin at 1 is printed with its bounds and
 * stays text: a list would shift its elements.
 */
export function parseArray(text: string, delimiter: string, element: (text: string) => Cell): Cell {
  if (!text.startsWith('{')) return text;
  const root: Cell[] = [];
  const open = [root];
  for (const [piece, quoted] of text.matchAll(piecesFor(delimiter))) {
    const current = open.at(-1) ?? root;
    if (piece === '{') open.push([]);
    else if (piece === '}') {
      open.pop();
      open.at(-1)?.push(current);
    } else if (quoted !== undefined) current.push(element(quoted.replace(/\\([\s\S])/g, '$1')));
    else current.push(piece === 'NULL' ? null : element(piece));
  }
  return root[0] ?? [];
}

/** Braces, quoted elements and bare ones; everything else is a delimiter. */
function piecesFor(delimiter: string): RegExp {
  const bare = `[^{}"${delimiter.replace(/[\\\]^-]/g, '\\$&')}]+`;
  return new RegExp(String.raw`[{}]|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|${bare}`, 'g');
}
