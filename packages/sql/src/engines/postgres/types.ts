import type { RawRow } from './pg-internals.ts';

export interface TypeInfo {
  /** As format_type prints it. */
  readonly name: string;
  /** Separates the elements of an array of this type. */
  readonly delimiter: string;
  /** The type of the elements, for an array. */
  readonly element: TypeInfo | undefined;
}

/** Types with the same number in every server: their number, the number of their array type, and their name. */
const BUILT_IN = `
  16 1000 boolean|17 1001 bytea|18 1002 "char"|19 1003 name|20 1016 bigint|21 1005 smallint|23 1007 integer|25 1009 text
  26 1028 oid|28 1011 xid|114 199 json|142 143 xml|650 651 cidr|700 1021 real|701 1022 double precision|790 791 money
  829 1040 macaddr|869 1041 inet|1042 1014 character|1043 1015 character varying|1082 1182 date
  1083 1183 time without time zone|1114 1115 timestamp without time zone|1184 1185 timestamp with time zone
  1186 1187 interval|1266 1270 time with time zone|1560 1561 bit|1562 1563 bit varying|1700 1231 numeric
  2205 2210 regclass|2950 2951 uuid|3614 3643 tsvector|3802 3807 jsonb|5069 271 xid8
  705 0 unknown|2249 0 record|2278 0 void`;

function plain(name: string, delimiter = ','): TypeInfo {
  return { name, delimiter, element: undefined };
}

function arrayOf(element: TypeInfo): TypeInfo {
  return { name: `${element.name}[]`, delimiter: ',', element };
}

/** Only types that are subscripted like an array count as one. $1 numbers */
export const LOOK_UP_TYPES = `
SELECT t.oid, pg_catalog.format_type(t.oid, NULL), e.oid, pg_catalog.format_type(e.oid, NULL), e.typdelim
FROM pg_catalog.pg_type t
LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem AND t.typcategory = 'A' AND t.typlen = -1 AND e.typarray = t.oid
WHERE t.oid = ANY ($1::oid[])`;

/** Types by number. User-defined types are added when they first occur. */
export class TypeCatalogue {
  readonly #types = new Map<number, TypeInfo>();

  constructor() {
    for (const [, oid, arrayOid, name = ''] of BUILT_IN.matchAll(/(\d+) (\d+) ([^|\n]+)/g)) {
      const type = plain(name);
      this.#types.set(Number(arrayOid), arrayOf(type)).set(Number(oid), type);
    }
  }

  /** A type that does not exist any more is named by its number. */
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
