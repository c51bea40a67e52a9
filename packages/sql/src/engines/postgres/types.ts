import type { RawRow } from './exchange.ts';

export interface TypeInfo {
  /** As format_type prints it. */
  readonly name: string;
  /** What stands between the elements of an array of this type. */
  readonly delimiter: string;
  /** The type of the elements, where this is an array. */
  readonly element: TypeInfo | undefined;
}

/** Types that every server has under the same number, with the number of their array. */
const BUILT_IN: readonly (readonly [oid: number, arrayOid: number, name: string])[] = [
  [16, 1000, 'boolean'],
  [17, 1001, 'bytea'],
  [18, 1002, '"char"'],
  [19, 1003, 'name'],
  [20, 1016, 'bigint'],
  [21, 1005, 'smallint'],
  [23, 1007, 'integer'],
  [25, 1009, 'text'],
  [26, 1028, 'oid'],
  [28, 1011, 'xid'],
  [114, 199, 'json'],
  [142, 143, 'xml'],
  [650, 651, 'cidr'],
  [700, 1021, 'real'],
  [701, 1022, 'double precision'],
  [790, 791, 'money'],
  [829, 1040, 'macaddr'],
  [869, 1041, 'inet'],
  [1042, 1014, 'character'],
  [1043, 1015, 'character varying'],
  [1082, 1182, 'date'],
  [1083, 1183, 'time without time zone'],
  [1114, 1115, 'timestamp without time zone'],
  [1184, 1185, 'timestamp with time zone'],
  [1186, 1187, 'interval'],
  [1266, 1270, 'time with time zone'],
  [1560, 1561, 'bit'],
  [1562, 1563, 'bit varying'],
  [1700, 1231, 'numeric'],
  [2205, 2210, 'regclass'],
  [2950, 2951, 'uuid'],
  [3614, 3643, 'tsvector'],
  [3802, 3807, 'jsonb'],
  [5069, 271, 'xid8'],
];

const UNNAMED: readonly (readonly [oid: number, name: string])[] = [
  [705, 'unknown'],
  [2249, 'record'],
  [2278, 'void'],
];

function plain(name: string, delimiter = ','): TypeInfo {
  return { name, delimiter, element: undefined };
}

function arrayOf(element: TypeInfo): TypeInfo {
  return { name: `${element.name}[]`, delimiter: ',', element };
}

/** Asks the catalogue about types by number. An array is one whose subscripts work as an array's. */
export const LOOK_UP_TYPES = `
SELECT t.oid, pg_catalog.format_type(t.oid, NULL), e.oid, pg_catalog.format_type(e.oid, NULL), e.typdelim
FROM pg_catalog.pg_type t
LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem AND t.typcategory = 'A' AND t.typlen = -1 AND e.typarray = t.oid
WHERE t.oid = ANY ($1::oid[])`;

/** What is known about types, by number. Own types are learnt when they first come along. */
export class TypeBook {
  readonly #types = new Map<number, TypeInfo>();

  constructor() {
    for (const [oid, arrayOid, name] of BUILT_IN) {
      const type = plain(name);
      this.#types.set(oid, type).set(arrayOid, arrayOf(type));
    }
    for (const [oid, name] of UNNAMED) this.#types.set(oid, plain(name));
  }

  /** Never fails: a type dropped since is told by its number. */
  get(oid: number): TypeInfo {
    return this.#types.get(oid) ?? plain(`type ${oid}`);
  }

  unknown(oids: readonly number[]): number[] {
    return [...new Set(oids)].filter((oid) => !this.#types.has(oid));
  }

  /** Takes the rows of LOOK_UP_TYPES. */
  learn(rows: readonly RawRow[]): void {
    for (const [oid, name, elementOid, elementName, delimiter] of rows) {
      const element = elementOid === null ? undefined : plain(elementName ?? '', delimiter ?? ',');
      this.#types.set(Number(oid), element ? arrayOf(element) : plain(name ?? ''));
    }
  }
}
