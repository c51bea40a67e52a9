import { exactJson } from '@molehill/core/exact-json';
import type { Cell } from '../engine.ts';
import { bytesCell, decimalCell, floatCell, hexCell, integerCell } from '../shared/cells.ts';
import { parseArray } from './array.ts';
import type { TypeInfo } from './types.ts';

/** Makes a cell of what the server printed. Whatever is not named here is told as the server prints it. */
const READERS: Readonly<Record<string, (text: string) => Cell>> = {
  boolean: (text) => text === 't',
  smallint: integerCell,
  integer: integerCell,
  bigint: integerCell,
  oid: integerCell,
  xid: integerCell,
  xid8: integerCell,
  numeric: decimalCell,
  real: floatText,
  'double precision': floatText,
  json: exactJson,
  jsonb: exactJson,
  bytea: byteaText,
};

function floatText(text: string): Cell {
  return floatCell(Number(text));
}

/** Sessions ask for hexadecimal; a pooler in between may have kept that from the server. */
function byteaText(text: string): Cell {
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

export type CellReader = (text: string | null) => Cell;

export function cellReader(type: TypeInfo): CellReader {
  const read = readerOf(type);
  return (text) => (text === null ? null : read(text));
}

function readerOf(type: TypeInfo): (text: string) => Cell {
  const { element } = type;
  if (!element) return READERS[type.name] ?? ((text) => text);
  const readElement = readerOf(element);
  return (text) => parseArray(text, element.delimiter, readElement);
}
