import {
  attachedFunctions,
  canResolveTo,
  EQUALS,
  isOfExtension,
  isScripted,
  isUserObject,
  NUMBER,
  numbersIn,
  operatorFunctions,
  VISIBLE,
  wanted,
} from './catalogue-sql.ts';

const FUNCTION_FIELDS = '(?:funcid|opfuncid|aggfnoid|winfnoid|tsmhandler)';
const OPERATOR_FIELDS = '(?:eqop|sortop|opno)';
const TYPE_FIELDS = '[a-z_]*type(?:id)?';
/** Types that a value is converted to; `typid` is that of a JSON function. */
const TARGET_FIELDS = '(?:resulttype|typid)';
/** Lists of types, as of the columns of a table function. */
const TYPE_LISTS = ':[a-z_]*types [(]o ([0-9 ]+)[)]';

/** Whether the function accepts that many arguments: some may have defaults, the last may be variadic. */
const CALLABLE = `(wanted."argumentCount" IS NULL OR p.provariadic OPERATOR(pg_catalog.<>) 0::pg_catalog.oid OR (
  wanted."argumentCount" OPERATOR(pg_catalog.<=) p.pronargs::pg_catalog.int4 AND
  wanted."argumentCount" OPERATOR(pg_catalog.>=) (p.pronargs OPERATOR(pg_catalog.-) p.pronargdefaults)::pg_catalog.int4))`;

const OMITS_ARGUMENTS = `(wanted."argumentCount" IS NULL
  OR wanted."argumentCount" OPERATOR(pg_catalog.<) p.pronargs::pg_catalog.int4)`;

/** A statement that is only planned ($8) runs no volatile function that it calls itself. */
const runs = (p: string) =>
  `NOT ($8::pg_catalog.bool AND ${p}.provolatile ${EQUALS} 'v' AND ${p}.prokind ${EQUALS} 'f')`;

/** A row can be the argument of a function for any type, and of one for a type that it is converted to by itself. */
const TAKES_ROW = `(t.typtype ${EQUALS} ANY (ARRAY['c', 'p', 'd']::pg_catalog."char"[]) OR EXISTS (
  SELECT FROM pg_catalog.pg_cast c JOIN pg_catalog.pg_type s ON s.oid ${EQUALS} c.castsource
  WHERE c.casttarget ${EQUALS} t.oid AND s.typtype ${EQUALS} 'c' AND c.castcontext ${EQUALS} 'i'))`;

/** A polymorphic function converts a literal to the type of another argument, which may be a domain. */
const FITS_LITERALS = `EXISTS (SELECT FROM ${wanted(2)}
  WHERE wanted."argumentCount" IS NULL OR wanted."argumentCount" OPERATOR(pg_catalog.>) 1)`;

/**
 * The objects a statement names: relations ($1), functions ($2), operators ($3), types ($4), fields ($5), and the columns ($6)
 * whose values it compares or converts.
 * Kinds: r relation, f function, e function that gets all its arguments, t type that values are converted to, c type of
 * values, b type of values that are only read, which spares them the checks of a domain. What the statement names itself is strict: there every volatile function counts.
 */
const NAMED = `
  SELECT 'r', r.oid, NULL::pg_catalog.oid, true FROM ${wanted(1)}
  JOIN pg_catalog.pg_class r ON r.relname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${canResolveTo('r.relnamespace')}
  UNION
  SELECT CASE WHEN ${OMITS_ARGUMENTS} THEN 'f' ELSE 'e' END, p.oid, NULL, true FROM ${wanted(2)}
  JOIN pg_catalog.pg_proc p ON p.proname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${canResolveTo('p.pronamespace')} AND ${CALLABLE} AND ${runs('p')}
  UNION
  SELECT 'f', p.oid, NULL, true FROM pg_catalog.unnest($5::pg_catalog.text[]) AS field
  JOIN pg_catalog.pg_proc p ON p.proname ${EQUALS} field::pg_catalog.name
  JOIN pg_catalog.pg_type t ON t.oid ${EQUALS} p.proargtypes[0] AND ${TAKES_ROW}
  WHERE ${isUserObject('p.oid')} AND p.pronamespace ${EQUALS} ANY (SELECT oid FROM visible) AND ${runs('p')}
  UNION
  SELECT 'f', p.oid, NULL, true FROM ${wanted(3)}
  JOIN pg_catalog.pg_operator o ON o.oprname ${EQUALS} wanted.name::pg_catalog.name
  CROSS JOIN LATERAL (${operatorFunctions('o')}) AS code(oid)
  JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} code.oid AND ${runs('p')}
  WHERE ${isUserObject('o.oid')} AND ${canResolveTo('o.oprnamespace')}
  AND NOT (${isUserObject('o.oprleft')}) AND NOT (${isUserObject('o.oprright')})
  UNION
  SELECT 't', t.oid, NULL, true FROM ${wanted(4)}
  JOIN pg_catalog.pg_type t ON t.typname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${isUserObject('t.oid')} AND ${canResolveTo('t.typnamespace')}
  UNION
  SELECT CASE WHEN ${FITS_LITERALS} THEN 'c' ELSE 'b' END, a.atttypid, NULL, false FROM ${wanted(1)}
  JOIN pg_catalog.pg_class r ON r.relname ${EQUALS} wanted.name::pg_catalog.name AND ${canResolveTo('r.relnamespace')}
  JOIN pg_catalog.pg_attribute a ON a.attrelid ${EQUALS} r.oid AND ${isUserObject('a.atttypid')}
  WHERE a.attname ${EQUALS} ANY ($6::pg_catalog.name[]) OR '*' ${EQUALS} ANY ($6::pg_catalog.text[])
  UNION
  SELECT 'c', r.reltype, NULL, false FROM ${wanted(1)}
  JOIN pg_catalog.pg_class r ON r.relname ${EQUALS} wanted.name::pg_catalog.name AND ${canResolveTo('r.relnamespace')}
  WHERE '()' ${EQUALS} ANY ($6::pg_catalog.text[]) AND ${isUserObject('r.reltype')}
  UNION
  SELECT 'f', c.castfunc, NULL, false FROM pg_catalog.pg_cast c
  WHERE ${isUserObject('c.castfunc')} AND pg_catalog.cardinality($6::pg_catalog.text[]) OPERATOR(pg_catalog.>) 0
  AND NOT (${isUserObject('c.castsource')}) AND NOT (${isUserObject('c.casttarget')})`;

/** What a stored expression leads to: the functions it calls, the types it converts to, and the relations it reads. */
const storedExpression = (tree: string, via: string) => `
  SELECT 'f', ${NUMBER}, ${via}, n.strict FROM ${numbersIn(tree, FUNCTION_FIELDS)}
  UNION ALL
  SELECT 'f', code.oid, ${via}, n.strict FROM ${numbersIn(tree, OPERATOR_FIELDS)}
  JOIN pg_catalog.pg_operator o ON o.oid ${EQUALS} ${NUMBER}
  CROSS JOIN LATERAL (${operatorFunctions('o')}) AS code(oid)
  UNION ALL
  SELECT 't', ${NUMBER}, ${via}, n.strict FROM ${numbersIn(tree, TARGET_FIELDS)} WHERE ${isUserObject(NUMBER)}
  UNION ALL
  SELECT 't', each::pg_catalog.oid, ${via}, n.strict
  FROM pg_catalog.regexp_matches(${tree}::pg_catalog.text, '${TYPE_LISTS}', 'g') AS list
  CROSS JOIN LATERAL pg_catalog.regexp_split_to_table(list[1], ' ') AS each WHERE ${isUserObject('each')}
  UNION ALL
  SELECT 'b', ${NUMBER}, ${via}, false FROM ${numbersIn(tree, TYPE_FIELDS)} WHERE ${isUserObject(NUMBER)}
  UNION ALL
  SELECT 'r', ${NUMBER}, ${via}, n.strict FROM ${numbersIn(tree, 'relid')}`;

const OF_RELATIONS = `
  SELECT stored.* FROM (
    SELECT v.oid, w.ev_action::pg_catalog.text FROM pg_catalog.pg_class v
    JOIN pg_catalog.pg_rewrite w ON w.ev_class ${EQUALS} v.oid
    WHERE v.oid ${EQUALS} n.oid AND v.relkind ${EQUALS} 'v' AND ${isUserObject('v.oid')}
    UNION ALL
    SELECT v.oid, y.polqual::pg_catalog.text FROM pg_catalog.pg_class v
    JOIN pg_catalog.pg_policy y ON y.polrelid ${EQUALS} v.oid
    WHERE v.oid ${EQUALS} n.oid AND v.relrowsecurity
  ) AS source(oid, tree)
  CROSS JOIN LATERAL (${storedExpression('source.tree', 'source.oid')}) AS stored(kind, oid, via, strict)
  LEFT JOIN pg_catalog.pg_proc p ON stored.kind ${EQUALS} 'f' AND p.oid ${EQUALS} stored.oid
  WHERE n.kind ${EQUALS} 'r' AND (p.oid IS NULL OR ${runs('p')})
  UNION ALL
  SELECT 'f', p.oid, n.oid, false FROM pg_catalog.pg_partitioned_table g
  JOIN pg_catalog.pg_opclass k ON k.oid ${EQUALS} ANY (g.partclass::pg_catalog.oid[])
  JOIN pg_catalog.pg_amproc a ON a.amprocfamily ${EQUALS} k.opcfamily
  JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} a.amproc::pg_catalog.oid AND ${isScripted('p')}
  WHERE n.kind ${EQUALS} ANY (ARRAY['r', 'i']) AND g.partrelid ${EQUALS} n.oid
  UNION ALL
  SELECT 'i', h.inhrelid, n.via, n.strict FROM pg_catalog.pg_inherits h
  WHERE n.kind ${EQUALS} ANY (ARRAY['r', 'i']) AND h.inhparent ${EQUALS} n.oid`;

const AGGREGATE_FUNCTIONS = `ARRAY[a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn,
  a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn]::pg_catalog.oid[]`;

const CALLED_WORD = String.raw`(?:"?([\w$]+)"?\s*\.\s*)?"?([\w$]+)"?\s*\(`;
const WORD = String.raw`[\w$]+`;

/** A comment may stand between a name and its parenthesis, and what looks like a comment may be a string. */
const BODY = `pg_catalog.concat(p.prosrc, ' ',
  pg_catalog.regexp_replace(p.prosrc, '/[*].*?[*]/|--[^\\n]*', ' ', 'g'))`;

const isWord = (name: string) =>
  `${name} ${EQUALS} ANY (ARRAY[word[1], pg_catalog.lower(word[1])]::pg_catalog.name[])`;

/** Words of a function's body that are followed by a parenthesis, or name an operator, a type or a relation. */
const OF_BODIES = `
  SELECT 'f', q.oid, n.via, false
  FROM pg_catalog.regexp_matches(${BODY}, '${CALLED_WORD}', 'g') AS word
  JOIN pg_catalog.pg_proc q ON q.proname ${EQUALS} ANY (ARRAY[word[2], pg_catalog.lower(word[2])]::pg_catalog.name[])
  JOIN pg_catalog.pg_namespace s ON s.oid ${EQUALS} q.pronamespace
  WHERE CASE WHEN word[1] IS NOT NULL AND EXISTS (SELECT FROM pg_catalog.pg_namespace x
      WHERE x.nspname ${EQUALS} ANY (ARRAY[word[1], pg_catalog.lower(word[1])]::pg_catalog.name[]))
    THEN s.nspname ${EQUALS} ANY (ARRAY[word[1], pg_catalog.lower(word[1])]::pg_catalog.name[])
    ELSE s.oid ${EQUALS} p.pronamespace OR s.oid ${EQUALS} ANY (SELECT oid FROM visible) OR p.proconfig IS NOT NULL END
  UNION ALL
  SELECT 'f', q.oid, n.via, false FROM pg_catalog.pg_proc q
  WHERE ${isUserObject('q.oid')} AND q.proname::pg_catalog.text OPERATOR(pg_catalog.!~) '^[a-zA-Z0-9_$]+$'
  AND pg_catalog.strpos(pg_catalog.concat(p.prosrc, ' ', pg_catalog.lower(p.prosrc)), q.proname::pg_catalog.text) OPERATOR(pg_catalog.>) 0
  UNION ALL
  SELECT 'f', o.oprcode::pg_catalog.oid, n.via, false FROM pg_catalog.pg_operator o
  WHERE ${isUserObject('o.oid')} AND NOT (${isUserObject('o.oprleft')}) AND NOT (${isUserObject('o.oprright')})
  AND pg_catalog.strpos(p.prosrc, o.oprname::pg_catalog.text) OPERATOR(pg_catalog.>) 0
  UNION ALL
  SELECT found.* FROM (SELECT DISTINCT word FROM pg_catalog.regexp_matches(p.prosrc, '${WORD}', 'g') AS word) AS words
  CROSS JOIN LATERAL (
    SELECT 'r', r.oid, n.via, false FROM pg_catalog.pg_class r WHERE ${isWord('r.relname')} AND ${isUserObject('r.oid')}
    UNION ALL
    SELECT 'b', a.atttypid, n.via, false FROM pg_catalog.pg_class r
    JOIN pg_catalog.pg_attribute a ON a.attrelid ${EQUALS} r.oid AND ${isUserObject('a.atttypid')}
    WHERE ${isWord('r.relname')} AND ${isUserObject('r.oid')}
    UNION ALL
    SELECT 't', t.oid, n.via, false FROM pg_catalog.pg_type t
    WHERE ${isWord('t.typname')} AND ${isUserObject('t.oid')} AND t.typrelid ${EQUALS} 0::pg_catalog.oid
  ) AS found
  UNION ALL
  SELECT stored.* FROM (VALUES (pg_catalog.to_jsonb(p) OPERATOR(pg_catalog.->>) 'prosqlbody')) AS atomic(tree)
  CROSS JOIN LATERAL (${storedExpression('atomic.tree', 'n.via')}) AS stored`;

/** With those of the columns that the function returns. */
const ARGUMENT_TYPES = 'COALESCE(p.proallargtypes, p.proargtypes::pg_catalog.oid[])';

const OF_FUNCTIONS = `
  SELECT step.* FROM pg_catalog.pg_proc p CROSS JOIN LATERAL (
    SELECT 'f', each, n.via, n.strict FROM pg_catalog.pg_aggregate a
    CROSS JOIN LATERAL pg_catalog.unnest(${AGGREGATE_FUNCTIONS}) AS each
    WHERE a.aggfnoid::pg_catalog.oid ${EQUALS} p.oid
    UNION ALL
    SELECT stored.* FROM (${storedExpression('p.proargdefaults', 'n.via')}) AS stored
    WHERE n.kind ${EQUALS} 'f' AND NOT $8::pg_catalog.bool
    UNION ALL
    SELECT 'c', each, n.via, false FROM pg_catalog.unnest(${ARGUMENT_TYPES} OPERATOR(pg_catalog.||) p.prorettype) AS each
    WHERE ${isUserObject('each')}
    UNION ALL
    SELECT called.* FROM (${OF_BODIES}) AS called
    WHERE ${isScripted('p')} AND NOT ${isOfExtension('pg_proc', 'p.oid')}
  ) AS step
  WHERE n.kind ${EQUALS} ANY (ARRAY['f', 'e']) AND p.oid ${EQUALS} n.oid AND ${isUserObject('p.oid')}`;

const OF_TYPES = `
  SELECT CASE t.typtype WHEN 'd' THEN 'b' ELSE 'c' END, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END, n.via, n.strict
  FROM pg_catalog.pg_type t WHERE n.kind ${EQUALS} 'b' AND t.oid ${EQUALS} n.oid AND ${isUserObject('t.oid')}
  UNION ALL
  SELECT step.* FROM pg_catalog.pg_type t CROSS JOIN LATERAL (
    SELECT n.kind, each, n.via, n.strict FROM pg_catalog.unnest(ARRAY[t.typbasetype, t.typelem]) AS each
    WHERE ${isUserObject('each')}
    UNION ALL
    SELECT n.kind, each, n.via, n.strict FROM pg_catalog.pg_range r
    CROSS JOIN LATERAL pg_catalog.unnest(ARRAY[r.rngsubtype, r.rngtypid]) AS each
    WHERE t.oid ${EQUALS} r.rngtypid AND ${isUserObject('each')}
    UNION ALL
    SELECT n.kind, (pg_catalog.to_jsonb(r) OPERATOR(pg_catalog.->>) 'rngtypid')::pg_catalog.oid, n.via, n.strict FROM pg_catalog.pg_range r
    WHERE t.oid ${EQUALS} (pg_catalog.to_jsonb(r) OPERATOR(pg_catalog.->>) 'rngmultitypid')::pg_catalog.oid
    UNION ALL
    SELECT n.kind, a.atttypid, n.via, n.strict FROM pg_catalog.pg_attribute a
    WHERE a.attrelid ${EQUALS} t.typrelid AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2 AND ${isUserObject('a.atttypid')}
    UNION ALL
    SELECT stored.* FROM pg_catalog.pg_constraint k
    CROSS JOIN LATERAL (${storedExpression('k.conbin', 'n.via')}) AS stored WHERE k.contypid ${EQUALS} t.oid
    UNION ALL
    SELECT 'f', c.castfunc, n.via, n.strict FROM pg_catalog.pg_cast c
    WHERE n.kind ${EQUALS} 't' AND t.oid ${EQUALS} ANY (ARRAY[c.castsource, c.casttarget])
    UNION ALL
    SELECT 'f', p.oid, n.via, false FROM (${attachedFunctions('t.oid')}) AS attached
    JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} attached.oid AND ${isScripted('p')}
  ) AS step
  WHERE n.kind ${EQUALS} ANY (ARRAY['t', 'c']) AND t.oid ${EQUALS} n.oid`;

/** A user-defined operator that the statement names counts as named when a value of its type is within reach. */
const IS_NAMED_OPERATOR = `EXISTS (
  SELECT FROM ${wanted(3)} JOIN pg_catalog.pg_operator o ON o.oprname ${EQUALS} wanted.name::pg_catalog.name
  WHERE ${isUserObject('o.oid')} AND o.oprcode::pg_catalog.oid ${EQUALS} p.oid AND ${canResolveTo('o.oprnamespace')})`;

/** Statements of a volatile function that act outside of the transaction and are no calls. */
const ACTS = String.raw`\m(copy|load|checkpoint)\M`;

/** The result depends on who asks. */
const ASKS_WHO = String.raw`\m(user|current_user|current_role|session_user|has_\w+_privilege|pg_has_role|row_security_active|current_setting|set_config)\M`;

/** The role that only reads would not get the same rows, or none. */
const NEEDS_OWN_ROLE = `
SELECT 'own-role', NULL, NULL, NULL, false, NULL, false, NULL, false WHERE EXISTS (
  SELECT FROM reach JOIN pg_catalog.pg_class r ON r.oid ${EQUALS} reach.oid
  WHERE reach.kind ${EQUALS} ANY (ARRAY['r', 'i']) AND (
    NOT ${isUserObject('r.oid')} OR r.relrowsecurity OR r.relkind ${EQUALS} 'f' OR ${isOfExtension('pg_class', 'r.oid')}
    OR (r.relkind ${EQUALS} 'v' AND pg_catalog.pg_get_viewdef(r.oid) OPERATOR(pg_catalog.~*) '${ASKS_WHO}'))
) OR EXISTS (
  SELECT FROM reach JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} reach.oid
  WHERE reach.kind ${EQUALS} ANY (ARRAY['f', 'e']) AND ${isUserObject('p.oid')} AND (
    NOT EXISTS (SELECT FROM pg_catalog.pg_roles g WHERE g.rolname ${EQUALS} 'pg_read_all_data'
      AND pg_catalog.has_function_privilege(g.oid, p.oid, 'EXECUTE'))
    OR (${isScripted('p')} AND (p.prosrc OPERATOR(pg_catalog.~*) '${ASKS_WHO}'
      OR EXISTS (SELECT FROM pg_catalog.pg_class guarded WHERE guarded.relrowsecurity))))
)`;

/**
 * Follows what the names of a statement lead to, and returns the functions and relations that may act.
 * Columns: what, schema, name, the extension that owns it, built in, the view it is called by, strict, language, whether its
 * body acts outside of the transaction.
 */
export const REACH_QUERY = `
WITH RECURSIVE ${VISIBLE}, reach(kind, oid, via, strict) AS (
  SELECT kind::pg_catalog.text, oid, via, strict FROM (${NAMED}) AS named(kind, oid, via, strict)
  UNION
  SELECT next.kind::pg_catalog.text, next.oid, next.via, next.strict FROM reach n
  CROSS JOIN LATERAL (${OF_RELATIONS} UNION ALL ${OF_FUNCTIONS} UNION ALL ${OF_TYPES}) AS next(kind, oid, via, strict)
)
SELECT DISTINCT 'function', s.nspname, p.proname, e.extname, NOT (${isUserObject('p.oid')}),
  reach.via::pg_catalog.regclass::pg_catalog.text, reach.strict OR ${IS_NAMED_OPERATOR}, l.lanname,
  p.provolatile ${EQUALS} 'v' AND p.prosrc OPERATOR(pg_catalog.~*) '${ACTS}'
FROM reach
JOIN pg_catalog.pg_proc p ON p.oid ${EQUALS} reach.oid
JOIN pg_catalog.pg_namespace s ON s.oid ${EQUALS} p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid ${EQUALS} p.prolang
LEFT JOIN pg_catalog.pg_depend d ON d.classid ${EQUALS} 'pg_catalog.pg_proc'::pg_catalog.regclass
  AND d.objid ${EQUALS} p.oid AND d.deptype ${EQUALS} 'e'
LEFT JOIN pg_catalog.pg_extension e ON e.oid ${EQUALS} d.refobjid
WHERE reach.kind ${EQUALS} ANY (ARRAY['f', 'e'])
AND (p.provolatile ${EQUALS} 'v' OR (p.proname ${EQUALS} ANY ($7::pg_catalog.name[]) AND NOT (${isUserObject('p.oid')})))
UNION ALL
SELECT 'program', s.nspname, r.relname, NULL, false, NULL, true, NULL, false FROM (
  SELECT DISTINCT oid FROM reach WHERE kind ${EQUALS} ANY (ARRAY['r', 'i'])) AS reached
JOIN pg_catalog.pg_class r ON r.oid ${EQUALS} reached.oid
JOIN pg_catalog.pg_namespace s ON s.oid ${EQUALS} r.relnamespace
JOIN pg_catalog.pg_foreign_table f ON f.ftrelid ${EQUALS} r.oid
CROSS JOIN LATERAL pg_catalog.unnest(f.ftoptions) AS option
WHERE pg_catalog.starts_with(option, 'program=')
UNION ALL ${NEEDS_OWN_ROLE}`;
