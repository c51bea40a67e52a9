import type { Field } from './driver.ts';

/** Column types of the protocol. */
export const TYPE = {
  decimal: 0,
  float: 4,
  double: 5,
  timestamp: 7,
  longlong: 8,
  time: 11,
  datetime: 12,
  year: 13,
  bit: 16,
  json: 245,
  newdecimal: 246,
  tinyBlob: 249,
  blob: 252,
  string: 254,
} as const;

const FLAG = { unsigned: 32, enum: 256, set: 2048 } as const;
const BINARY = 63;
const BYTES_PER_CHARACTER = 4;

const NUMBERS: Readonly<Record<number, string>> = {
  ...{ 0: 'decimal', 1: 'tinyint', 2: 'smallint', 3: 'int', 4: 'float', 5: 'double' },
  ...{ 8: 'bigint', 9: 'mediumint', 246: 'decimal' },
};

const OTHERS: Readonly<Record<number, string>> = {
  ...{ 6: 'null', 7: 'timestamp', 10: 'date', 11: 'time', 12: 'datetime', 13: 'year', 14: 'date', 16: 'bit' },
  ...{ 242: 'vector', 245: 'json', 247: 'enum', 248: 'set', 255: 'geometry' },
};

function isBinary(field: Field): boolean {
  return field.characterSet === BINARY;
}

/** The protocol distinguishes texts and blobs of all sizes by their length only. */
function sizeName(field: Field): string {
  const longest = isBinary(field) ? field.columnLength : field.columnLength / BYTES_PER_CHARACTER;
  const kind = isBinary(field) ? 'blob' : 'text';
  if (longest <= 0xff) return `tiny${kind}`;
  if (longest <= 0xffff) return kind;
  return longest <= 0xffffff ? `medium${kind}` : `long${kind}`;
}

function stringName(field: Field): string {
  if (field.flags & FLAG.enum) return 'enum';
  if (field.flags & FLAG.set) return 'set';
  const variable = field.columnType !== TYPE.string;
  if (isBinary(field)) return variable ? 'varbinary' : 'binary';
  return variable ? 'varchar' : 'char';
}

/** The name of the type in SHOW COLUMNS, without its length. */
export function typeName(field: Field): string {
  const { columnType } = field;
  if (field.extendedFormat === 'json') return 'json';
  if (field.extendedTypeName !== undefined) return field.extendedTypeName;
  if (columnType >= TYPE.tinyBlob && columnType <= TYPE.blob) return sizeName(field);
  const number = NUMBERS[columnType];
  if (number !== undefined) return field.flags & FLAG.unsigned ? `${number} unsigned` : number;
  return OTHERS[columnType] ?? stringName(field);
}
