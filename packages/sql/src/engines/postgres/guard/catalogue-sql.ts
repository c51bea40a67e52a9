/** PostgreSQL numbers the objects of users from here; those below are built in. */
const FIRST_USER_OBJECT = 16384;

/** Every name is qualified, so that a hostile search path cannot change the meaning of the queries. */
export const EQUALS = 'OPERATOR(pg_catalog.=)';

export const isUserObject = (oid: string) =>
  `${oid}::pg_catalog.int8 OPERATOR(pg_catalog.>=) ${FIRST_USER_OBJECT}::pg_catalog.int8`;

/** The same for a column `oid`, with its index. */
export const isUserRow = (oid: string) =>
  `${oid} OPERATOR(pg_catalog.>=) ${FIRST_USER_OBJECT}::pg_catalog.oid`;

/** Names as a parameter: a JSON list of `{schema, name, argumentCount}`. */
export const wanted = (parameter: number) =>
  `pg_catalog.jsonb_to_recordset($${parameter}::pg_catalog.jsonb)
    AS wanted(schema pg_catalog.text, name pg_catalog.text, "argumentCount" pg_catalog.int4)`;

/** Whether the name can resolve to an object of `namespace`; needs VISIBLE. */
export const canResolveTo = (namespace: string) => `
  CASE WHEN wanted.schema IS NULL
    THEN ${namespace} ${EQUALS} ANY (SELECT oid FROM visible)
    ELSE ${namespace} ${EQUALS} (
      SELECT oid FROM pg_catalog.pg_namespace WHERE nspname ${EQUALS} wanted.schema::pg_catalog.name)
  END`;

export const VISIBLE = `visible AS (
  SELECT oid FROM pg_catalog.pg_namespace WHERE nspname ${EQUALS} ANY (pg_catalog.current_schemas(true)))`;

/** The numbers after a field of a stored expression. It escapes names and prints constants as bytes, so neither can imitate a field. */
export const numbersIn = (tree: string, field: string) =>
  `pg_catalog.regexp_matches(${tree}::pg_catalog.text, ':${field} ([0-9]+)', 'g') AS number`;

export const NUMBER = '(number)[1]::pg_catalog.oid';

/** C and internal functions: only a superuser or an extension makes them. */
const NATIVE_LANGUAGES = 'ARRAY[12, 13]::pg_catalog.oid[]';

/** Whether the function of an operator, a cast or an operator class is worth a look. */
export const isScripted = (p: string) =>
  `(${isUserObject(`${p}.oid`)} AND NOT ${p}.prolang ${EQUALS} ANY (${NATIVE_LANGUAGES}))`;

export const isOfExtension = (catalogue: string, oid: string) => `EXISTS (
  SELECT FROM pg_catalog.pg_depend d WHERE d.classid ${EQUALS} 'pg_catalog.${catalogue}'::pg_catalog.regclass
  AND d.objid ${EQUALS} ${oid} AND d.deptype ${EQUALS} 'e')`;

/** Functions that values of a type can run without being named: of its casts, operators and operator classes. */
export const attachedFunctions = (type: string) => `
  SELECT c.castfunc AS oid FROM pg_catalog.pg_cast c WHERE ${type} ${EQUALS} ANY (ARRAY[c.castsource, c.casttarget])
  UNION ALL
  SELECT o.oprcode::pg_catalog.oid FROM pg_catalog.pg_operator o
  WHERE ${type} ${EQUALS} ANY (ARRAY[o.oprleft, o.oprright])
  UNION ALL
  SELECT a.amproc::pg_catalog.oid FROM pg_catalog.pg_amproc a
  WHERE ${type} ${EQUALS} ANY (ARRAY[a.amproclefttype, a.amprocrighttype])
  UNION ALL
  SELECT each FROM pg_catalog.pg_range r
  CROSS JOIN LATERAL pg_catalog.unnest(ARRAY[r.rngcanonical, r.rngsubdiff]::pg_catalog.oid[]) AS each
  WHERE r.rngtypid ${EQUALS} ${type}`;

/**
 * Functions that an operator runs: its own, those of its commutator and negator, which may replace it, and those of its
 * operator classes, which sort and hash.
 */
export const operatorFunctions = (o: string) => `
  SELECT each.oprcode::pg_catalog.oid FROM pg_catalog.pg_operator each
  WHERE each.oid ${EQUALS} ANY (ARRAY[${o}.oid, ${o}.oprcom, ${o}.oprnegate])
  UNION ALL
  SELECT q.oid FROM pg_catalog.pg_amop m JOIN pg_catalog.pg_amproc a ON a.amprocfamily ${EQUALS} m.amopfamily
  JOIN pg_catalog.pg_proc q ON q.oid ${EQUALS} a.amproc::pg_catalog.oid AND ${isScripted('q')}
  WHERE m.amopopr ${EQUALS} ${o}.oid`;
