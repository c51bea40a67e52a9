import type { Statement } from '../../engine.ts';
import { arrayText } from '../params.ts';
import {
  EQUALS,
  isOfExtension,
  isScripted,
  isUserObject,
  isUserRow,
  NUMBER,
  numbersIn,
} from './catalogue-sql.ts';
import { REFUSED_THOUGH_STABLE } from './functions.ts';

const isVolatile = `p.provolatile ${EQUALS} 'v'`;

/** User-defined functions behind any cast, operator or operator class of the database. */
const HAS_SCRIPTED_OPERATIONS = ['castfunc FROM pg_catalog.pg_cast', 'oprcode FROM pg_catalog.pg_operator']
  .concat('amproc FROM pg_catalog.pg_amproc')
  .map(
    (source) => `EXISTS (
    SELECT FROM (SELECT oid AS own, ${source}) AS made(own, code)
    JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} made.code::pg_catalog.oid
    WHERE ${isUserRow('made.own')} AND ${isScripted('p')})`,
  )
  .join(' OR ');

const HAS_SCRIPTED_CHECKS = `EXISTS (
  SELECT FROM pg_catalog.pg_constraint k
  CROSS JOIN LATERAL ${numbersIn('k.conbin', '(?:funcid|opfuncid)')}
  JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} ${NUMBER}
  WHERE k.contypid OPERATOR(pg_catalog.<>) 0::pg_catalog.oid AND ${isUserRow('k.oid')} AND ${isScripted('p')})`;

/** A foreign table that runs a program may be a partition of the table that is read. */
const HAS_PROGRAMS = `EXISTS (
  SELECT FROM pg_catalog.pg_foreign_table f CROSS JOIN LATERAL pg_catalog.unnest(f.ftoptions) AS option
  WHERE pg_catalog.starts_with(option, 'program='))`;

/** Whether this session may take the role; null before PostgreSQL 14, which has no such role. */
const MAY_BECOME_READER = `(
  SELECT pg_catalog.pg_has_role(session_user, r.oid, CASE
    WHEN pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.>=) 160000
    THEN 'SET' ELSE 'MEMBER' END)
  FROM pg_catalog.pg_roles r WHERE r.rolname ${EQUALS} 'pg_read_all_data')`;

const RELATIONS = (names: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_class r WHERE r.relname ${EQUALS} ANY (${names}::pg_catalog.name[]) AND ${isUserObject('r.oid')}
  AND (r.relkind ${EQUALS} ANY (ARRAY['v', 'f']::pg_catalog."char"[]) OR r.relrowsecurity OR (r.relhassubclass AND ${HAS_PROGRAMS})
    OR (r.relkind ${EQUALS} 'p' AND (${HAS_SCRIPTED_OPERATIONS}))))`;

const USER_FUNCTIONS = (names: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_proc p WHERE p.proname ${EQUALS} ANY (${names}::pg_catalog.name[]) AND ${isUserObject('p.oid')}
  AND (${isVolatile} OR p.prokind ${EQUALS} 'a' OR ${isScripted('p')}))`;

const FUNCTIONS = (names: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_proc p WHERE p.proname ${EQUALS} ANY (${names}::pg_catalog.name[])
  AND (${isVolatile} OR p.proname ${EQUALS} ANY (${nameList(REFUSED_THOUGH_STABLE)})))`;

const OPERATORS = (names: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} o.oprcode::pg_catalog.oid
  WHERE o.oprname ${EQUALS} ANY (${names}::pg_catalog.name[]) AND ${isUserObject('o.oid')} AND (${isVolatile} OR ${isScripted('p')}))`;

const TYPES = (names: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_type t WHERE t.typname ${EQUALS} ANY (${names}::pg_catalog.name[]) AND ${isUserObject('t.oid')}
  AND (t.typtype ${EQUALS} ANY (ARRAY['d', 'c', 'r', 'm']::pg_catalog."char"[]) OR t.typelem OPERATOR(pg_catalog.<>) 0::pg_catalog.oid
    OR ${HAS_SCRIPTED_OPERATIONS}))`;

const IS_OF_SERVER = (names: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_class r WHERE r.relname ${EQUALS} ANY (${names}::pg_catalog.name[])
  AND (NOT ${isUserObject('r.oid')} OR ${isOfExtension('pg_class', 'r.oid')}))`;

/** Names by what they may stand for. */
export interface SuspectNames {
  readonly relations: readonly string[];
  /** And fields, which may call functions. */
  readonly functions: readonly string[];
  readonly functionsNotKnown: readonly string[];
  readonly operators: readonly string[];
  readonly types: readonly string[];
}

const PARTS: readonly (readonly [keyof SuspectNames, (names: string) => string])[] = [
  ['relations', RELATIONS],
  ['functions', USER_FUNCTIONS],
  ['functionsNotKnown', FUNCTIONS],
  ['operators', OPERATORS],
  ['types', TYPES],
];

/**
 * Whether one of the names could lead to code that the statement does not show. Compares names only, so it is cheap, and
 * it spares most statements the expensive query. Kinds that the statement does not name are left out.
 * Columns: suspicious, whether the session may take the role that only reads, whether a relation belongs to the server or
 * to an extension, so that its rows may depend on the role.
 * @param operates whether the statement compares or converts values of columns
 */
export function suspicionQuery(names: SuspectNames, operates: boolean): Statement {
  const parts = PARTS.filter(([kind]) => names[kind].length > 0);
  const isSuspicious = parts.map(([, part], index) => part(`$${index + 1}`));
  if (operates) isSuspicious.push(HAS_SCRIPTED_OPERATIONS, HAS_SCRIPTED_CHECKS);
  const relations = parts.findIndex(([kind]) => kind === 'relations') + 1;
  const sql = `SELECT ${isSuspicious.join(' OR ') || 'false'}, ${MAY_BECOME_READER},
    ${relations > 0 ? IS_OF_SERVER(`$${relations}`) : 'false'}`;
  return { sql, params: parts.map(([kind]) => arrayText(names[kind])) };
}

/** Of names without quotes. */
function nameList(names: readonly string[]): string {
  return `'{${names.join(',')}}'::pg_catalog.name[]`;
}
