import { exactJson } from '@molehill/core/exact-json';
import type { Cell } from '../engine.ts';
import { bytesCell, decimalCell, floatCell, hexCell, integerCell } from '../shared/cells.ts';
import type { TypeInfo } from './types.ts';

/** Values of other types stay as the server prints them. */
const READERS: Readonly<Record<string, (text: string) => Cell>> = {
  boolean: (text) => text === 't',
  smallint: integerCell,
  integer: integerCell,
  bigint: integerCell,
  oid: integerCell,
  xid: integerCell,
  xid8: integerCell,
  numeric: decimalCell,
  real: (text) => floatCell(Number(text)),
  'double precision': (text) => floatCell(Number(text)),
  json: exactJson,
  jsonb: exactJson,
  bytea: byteaCell,
};

/** Sessions set bytea_output to hex, unless a pooler drops the setting. */
function byteaCell(text: string): Cell {
  return text.startsWith('\\x')
    ? hexCell((text.length - 2) / 2, text.slice(2))
    : bytesCell(fromEscapes(text));
}

function fromEscapes(text: string): Buffer {
  const plain = text.replace(/\\(\\|[0-7]{3})/g, (_, code: string) =>
    code === '\\' ? '\\' : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(plain, 'latin1');
}

export function readerOf({ name, element }: TypeInfo): (text: string) => Cell {
  if (!element) return READERS[name] ?? ((text) => text);
  const readElement = readerOf(element);
  return (text) => parseArray(text, element.delimiter, readElement);
}

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
