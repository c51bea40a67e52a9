/** PostgreSQL numbers the objects of users from here; those below are built in. */
const FIRST_USER_OBJECT = 16384;

/** Every name is qualified, so that a hostile search path cannot change the query's meaning. */
const EQUALS = 'OPERATOR(pg_catalog.=)';
const NAMES = 'AS wanted(schema pg_catalog.text, name pg_catalog.text, "argumentCount" pg_catalog.int4)';

/** Whether the name can resolve to an object of `namespace`. */
const canResolveTo = (namespace: string) => `
  CASE WHEN wanted.schema IS NULL
    THEN ${namespace} ${EQUALS} ANY (SELECT oid FROM visible)
    ELSE ${namespace} ${EQUALS} (
      SELECT oid FROM pg_catalog.pg_namespace WHERE nspname ${EQUALS} wanted.schema::pg_catalog.name)
  END`;

const wanted = (parameter: number) =>
  `pg_catalog.jsonb_to_recordset($${parameter}::pg_catalog.jsonb) ${NAMES}`;

const isUserObject = (oid: string) =>
  `${oid}::pg_catalog.int8 OPERATOR(pg_catalog.>=) ${FIRST_USER_OBJECT}::pg_catalog.int8`;

/** Whether the function accepts that many arguments: some may have defaults, the last may be variadic. */
const CALLABLE = `(wanted."argumentCount" IS NULL OR p.provariadic OPERATOR(pg_catalog.<>) 0::pg_catalog.oid OR (
  wanted."argumentCount" OPERATOR(pg_catalog.<=) p.pronargs::pg_catalog.int4 AND
  wanted."argumentCount" OPERATOR(pg_catalog.>=) (p.pronargs OPERATOR(pg_catalog.-) p.pronargdefaults)::pg_catalog.int4))`;

/** The numbers after `field` in a stored expression. It escapes names and prints constants as bytes, so neither can imitate a field. */
const numbersIn = (tree: string, field: string) =>
  `pg_catalog.regexp_matches(${tree}::pg_catalog.text, ':${field} ([0-9]+)', 'g') AS number`;

const FUNCTION_FIELDS = '(?:funcid|opfuncid|aggfnoid|winfnoid)';

/**
 * Whether one of the names could be a view, a foreign table, a table with policies or a volatile function. Compares names
 * only, so it is cheap, and it spares most statements the expensive query.
 * Parameters: names of relations, of functions and fields, of functions not known to be harmless, of operators,
 * of types, and names refused though stable.
 */
export const SUSPICION_QUERY = `
SELECT EXISTS (
  SELECT FROM pg_catalog.pg_class r WHERE r.relname ${EQUALS} ANY ($1::pg_catalog.name[]) AND ${isUserObject('r.oid')}
  AND (r.relkind ${EQUALS} ANY (ARRAY['v', 'f']::pg_catalog."char"[]) OR r.relrowsecurity)
) OR EXISTS (
  SELECT FROM pg_catalog.pg_proc p WHERE p.proname ${EQUALS} ANY ($2::pg_catalog.name[]) AND ${isUserObject('p.oid')}
  AND (p.provolatile ${EQUALS} 'v' OR p.prokind ${EQUALS} 'a')
) OR EXISTS (
  SELECT FROM pg_catalog.pg_proc p WHERE p.proname ${EQUALS} ANY ($3::pg_catalog.name[])
  AND (p.provolatile ${EQUALS} 'v' OR p.proname ${EQUALS} ANY ($6::pg_catalog.name[]))
) OR EXISTS (
  SELECT FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} o.oprcode::pg_catalog.oid
  WHERE o.oprname ${EQUALS} ANY ($4::pg_catalog.name[]) AND ${isUserObject('o.oid')} AND p.provolatile ${EQUALS} 'v'
) OR EXISTS (
  SELECT FROM pg_catalog.pg_type t WHERE t.typname ${EQUALS} ANY ($5::pg_catalog.name[]) AND ${isUserObject('t.oid')}
  AND (t.typtype ${EQUALS} 'd' OR EXISTS (
    SELECT FROM pg_catalog.pg_cast c JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} c.castfunc
    WHERE t.oid ${EQUALS} ANY (ARRAY[c.castsource, c.casttarget]) AND p.provolatile ${EQUALS} 'v'))
)`;

/**
 * The objects that the names of a statement resolve to: volatile functions, stable ones that are refused by name, and foreign
 * tables that run a program. Parameters: relations, functions, operators, types (each a JSON list of
 * `{schema, name}`), fields (text[]), names refused though stable (text[]).
 * Columns: what, schema, name, the extension that owns it, built in, the view it is called by.
 */
export const CATALOGUE_QUERY = `
WITH RECURSIVE visible AS (
  SELECT oid FROM pg_catalog.pg_namespace WHERE nspname ${EQUALS} ANY (pg_catalog.current_schemas(true))
), relation AS (
  SELECT r.oid FROM ${wanted(1)}
  JOIN pg_catalog.pg_class r ON r.relname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${canResolveTo('r.relnamespace')}
  UNION
  SELECT (number)[1]::pg_catalog.oid FROM relation
  JOIN pg_catalog.pg_class v ON v.oid ${EQUALS} relation.oid AND v.relkind ${EQUALS} 'v' AND ${isUserObject('v.oid')}
  JOIN pg_catalog.pg_rewrite w ON w.ev_class ${EQUALS} v.oid
  CROSS JOIN LATERAL ${numbersIn('w.ev_action', 'relid')}
), type AS (
  SELECT t.oid FROM ${wanted(4)}
  JOIN pg_catalog.pg_type t ON t.typname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${isUserObject('t.oid')} AND ${canResolveTo('t.typnamespace')}
), called AS (
  SELECT p.oid, NULL::pg_catalog.oid AS via FROM ${wanted(2)}
  JOIN pg_catalog.pg_proc p ON p.proname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${canResolveTo('p.pronamespace')} AND ${CALLABLE}
  UNION
  SELECT p.oid, NULL FROM pg_catalog.unnest($5::pg_catalog.text[]) AS field
  JOIN pg_catalog.pg_proc p ON p.proname ${EQUALS} field::pg_catalog.name
  JOIN pg_catalog.pg_type t ON t.oid ${EQUALS} p.proargtypes[0] AND t.typtype ${EQUALS} 'c'
  WHERE ${isUserObject('p.oid')} AND p.pronamespace ${EQUALS} ANY (SELECT oid FROM visible)
  UNION
  SELECT o.oprcode::pg_catalog.oid, NULL FROM ${wanted(3)}
  JOIN pg_catalog.pg_operator o ON o.oprname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${isUserObject('o.oid')} AND ${canResolveTo('o.oprnamespace')}
  UNION
  SELECT c.castfunc, NULL FROM type JOIN pg_catalog.pg_cast c ON type.oid ${EQUALS} ANY (ARRAY[c.castsource, c.casttarget])
  UNION
  SELECT (number)[1]::pg_catalog.oid, NULL FROM type
  JOIN pg_catalog.pg_constraint k ON k.contypid ${EQUALS} type.oid
  CROSS JOIN LATERAL ${numbersIn('k.conbin', FUNCTION_FIELDS)}
  UNION
  SELECT (number)[1]::pg_catalog.oid, v.oid FROM relation
  JOIN pg_catalog.pg_class v ON v.oid ${EQUALS} relation.oid AND v.relkind ${EQUALS} 'v' AND ${isUserObject('v.oid')}
  JOIN pg_catalog.pg_rewrite w ON w.ev_class ${EQUALS} v.oid
  CROSS JOIN LATERAL ${numbersIn('w.ev_action', FUNCTION_FIELDS)}
  UNION
  SELECT (number)[1]::pg_catalog.oid, relation.oid FROM relation
  JOIN pg_catalog.pg_policy y ON y.polrelid ${EQUALS} relation.oid
  CROSS JOIN LATERAL ${numbersIn('y.polqual', FUNCTION_FIELDS)}
), run AS (
  SELECT oid, via FROM called
  UNION
  SELECT step, called.via FROM called
  JOIN pg_catalog.pg_aggregate a ON a.aggfnoid::pg_catalog.oid ${EQUALS} called.oid
  CROSS JOIN LATERAL pg_catalog.unnest(ARRAY[a.aggtransfn, a.aggfinalfn, a.aggcombinefn]::pg_catalog.oid[]) AS step
)
SELECT 'function', n.nspname, p.proname, e.extname, NOT (${isUserObject('p.oid')}), run.via::pg_catalog.regclass::pg_catalog.text
FROM run
JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} run.oid
JOIN pg_catalog.pg_namespace n ON n.oid ${EQUALS} p.pronamespace
LEFT JOIN pg_catalog.pg_depend d ON d.classid ${EQUALS} 'pg_catalog.pg_proc'::pg_catalog.regclass
  AND d.objid ${EQUALS} p.oid AND d.deptype ${EQUALS} 'e'
LEFT JOIN pg_catalog.pg_extension e ON e.oid ${EQUALS} d.refobjid
WHERE p.provolatile ${EQUALS} 'v' OR (p.proname ${EQUALS} ANY ($6::pg_catalog.name[]) AND NOT (${isUserObject('p.oid')}))
UNION ALL
SELECT 'program', n.nspname, r.relname, NULL, false, NULL FROM relation
JOIN pg_catalog.pg_class r ON r.oid ${EQUALS} relation.oid
JOIN pg_catalog.pg_namespace n ON n.oid ${EQUALS} r.relnamespace
JOIN pg_catalog.pg_foreign_table f ON f.ftrelid ${EQUALS} r.oid
CROSS JOIN LATERAL pg_catalog.unnest(f.ftoptions) AS option
WHERE pg_catalog.starts_with(option, 'program=')`;
