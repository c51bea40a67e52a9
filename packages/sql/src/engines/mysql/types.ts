import type { Field } from './driver.ts';

/** Numbers of the protocol. */
export const TYPE = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  null: 6,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  newdate: 14,
  varchar: 15,
  bit: 16,
  vector: 242,
  json: 245,
  newdecimal: 246,
  enum: 247,
  set: 248,
  tinyBlob: 249,
  mediumBlob: 250,
  longBlob: 251,
  blob: 252,
  varString: 253,
  string: 254,
  geometry: 255,
} as const;

const FLAG = { unsigned: 32, enum: 256, set: 2048 } as const;
const BINARY = 63;
const BYTES_PER_CHARACTER = 4;

const NAMES: Readonly<Record<number, string>> = {
  [TYPE.decimal]: 'decimal',
  [TYPE.tiny]: 'tinyint',
  [TYPE.short]: 'smallint',
  [TYPE.long]: 'int',
  [TYPE.float]: 'float',
  [TYPE.double]: 'double',
  [TYPE.null]: 'null',
  [TYPE.timestamp]: 'timestamp',
  [TYPE.longlong]: 'bigint',
  [TYPE.int24]: 'mediumint',
  [TYPE.date]: 'date',
  [TYPE.time]: 'time',
  [TYPE.datetime]: 'datetime',
  [TYPE.year]: 'year',
  [TYPE.newdate]: 'date',
  [TYPE.bit]: 'bit',
  [TYPE.vector]: 'vector',
  [TYPE.json]: 'json',
  [TYPE.newdecimal]: 'decimal',
  [TYPE.enum]: 'enum',
  [TYPE.set]: 'set',
  [TYPE.geometry]: 'geometry',
};

const NUMBERS = new Set<number>([
  TYPE.decimal,
  TYPE.newdecimal,
  TYPE.tiny,
  TYPE.short,
  TYPE.int24,
  TYPE.long,
  TYPE.longlong,
  TYPE.float,
  TYPE.double,
]);

function isBinary(field: Field): boolean {
  return field.characterSet === BINARY;
}

/** The protocol tells texts and blobs of all sizes apart by their length alone. */
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

/** The type under the name that the server gives it in SHOW COLUMNS, without its length. */
export function typeName(field: Field): string {
  if (field.extendedFormat === 'json') return 'json';
  if (field.extendedTypeName !== undefined) return field.extendedTypeName;
  if (field.columnType >= TYPE.tinyBlob && field.columnType <= TYPE.blob) return sizeName(field);
  const name = NAMES[field.columnType] ?? stringName(field);
  const unsigned = NUMBERS.has(field.columnType) && field.flags & FLAG.unsigned;
  return unsigned ? `${name} unsigned` : name;
}
