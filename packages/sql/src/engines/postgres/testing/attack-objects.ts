/** What functions need to reach their own server from outside of the transaction. */
export interface Loopback {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Writes through a second connection, so a READ ONLY transaction does not stop it. */
function sideFunction({ host, port, user, password, database }: Loopback): string {
  const dsn = `host=${host} port=${port} dbname=${database} user=${user} password=''${password}''`;
  return `CREATE FUNCTION side(w text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM dblink_exec('${dsn}', format('INSERT INTO marks VALUES (%L)', w)); RETURN 1; END $$`;
}

const marking = (result: string) =>
  `LANGUAGE plpgsql AS $$ BEGIN PERFORM side('hidden'); RETURN ${result}; END $$`;

const comparison = (name: string, operator: string, more = '') => [
  `CREATE FUNCTION wrap_${name}(wrap, wrap) RETURNS bool ${marking(`($1).v ${operator} ($2).v`)}`,
  `CREATE OPERATOR ${operator} (LEFTARG = wrap, RIGHTARG = wrap, FUNCTION = wrap_${name}${more})`,
];

const WRAP = [
  'CREATE TYPE wrap AS (v text)',
  ...comparison('lt', '<'),
  ...comparison('le', '<='),
  ...comparison('eq', '=', ', HASHES, MERGES'),
  ...comparison('ge', '>='),
  ...comparison('gt', '>'),
  `CREATE FUNCTION wrap_cmp(wrap, wrap) RETURNS int ${marking('btrecordcmp($1, $2)')}`,
  `CREATE FUNCTION wrap_hash(wrap) RETURNS int ${marking('hashtext(($1).v)')}`,
  `CREATE OPERATOR CLASS wrap_order DEFAULT FOR TYPE wrap USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 wrap_cmp(wrap, wrap)`,
  `CREATE OPERATOR CLASS wrap_hashing DEFAULT FOR TYPE wrap USING hash AS OPERATOR 1 =, FUNCTION 1 wrap_hash(wrap)`,
  `CREATE FUNCTION wrap_text(wrap) RETURNS text ${marking('($1).v')}`,
  'CREATE CAST (wrap AS text) WITH FUNCTION wrap_text(wrap) AS IMPLICIT',
  `CREATE FUNCTION text_wrap(text) RETURNS wrap ${marking('row($1)::wrap')}`,
  'CREATE CAST (text AS wrap) WITH FUNCTION text_wrap(text) AS ASSIGNMENT',
  'CREATE TABLE tw (id int, w wrap)',
  "INSERT INTO tw VALUES (1, row('a')::wrap), (2, row('b')::wrap)",
];

const TYPES = [
  'CREATE DOMAIN d1 AS text CHECK (side(VALUE) = 1)',
  'CREATE DOMAIN d2 AS d1',
  'CREATE TYPE comp AS (a d1)',
  'CREATE TABLE tdom (a d1, b d1[])',
  "INSERT INTO tdom VALUES ('x', '{y}')",
  'CREATE FUNCTION side_diff(float8, float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT $1 - $2 $$',
  'CREATE TYPE drange AS RANGE (SUBTYPE = d1)',
];

const FUNCTIONS = [
  "CREATE FUNCTION pure(a int DEFAULT side('default')) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a $$",
  `CREATE FUNCTION pure2(a int DEFAULT 1, b int DEFAULT side('default')) RETURNS int LANGUAGE sql IMMUTABLE
    AS $$ SELECT a + b $$`,
  "CREATE FUNCTION stab() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN side('stable'); END $$",
  "CREATE FUNCTION fixed(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN side('immutable'); END $$",
  'CREATE FUNCTION sql_stab() RETURNS int LANGUAGE sql STABLE AS $$ SELECT x FROM side_view $$',
  'CREATE FUNCTION atomic() RETURNS int LANGUAGE sql STABLE BEGIN ATOMIC SELECT stab(); END',
  'CREATE FUNCTION taking(d1) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 1 $$',
  'CREATE FUNCTION rows_of() RETURNS SETOF tw LANGUAGE sql STABLE AS $$ SELECT * FROM tw $$',
  `CREATE FUNCTION mstep(int, int) RETURNS int STRICT ${marking('$1 + $2')}`,
  `CREATE AGGREGATE magg (int) (SFUNC = int4pl, STYPE = int, INITCOND = '0',
    MSFUNC = mstep, MINVFUNC = int4mi, MSTYPE = int, MINITCOND = '0')`,
  'CREATE FUNCTION spaced() RETURNS int LANGUAGE sql STABLE AS $$ SELECT side /* a (comment) */ ($q$--$q$) $$',
  'CREATE FUNCTION sorts() RETURNS int LANGUAGE sql STABLE AS $$ SELECT count(DISTINCT w)::int FROM tw $$',
  'CREATE FUNCTION converts() RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN current_date::text::d2; END $$',
  'CREATE FUNCTION for_any(anyelement) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN side($q$any$q$); END $$',
  'CREATE FUNCTION wrap_json(wrap) RETURNS json LANGUAGE plpgsql AS $$ BEGIN PERFORM side($q$json$q$); RETURN null; END $$',
  'CREATE CAST (wrap AS json) WITH FUNCTION wrap_json(wrap)',
  'CREATE FUNCTION odd(int, text) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN side($2) = 1; END $$',
  'CREATE OPERATOR >= (LEFTARG = int, RIGHTARG = text, FUNCTION = odd)',
];

/** Operators on a built-in type, harmless themselves: their negator and the functions of their classes are not. */
const OPERATORS = [
  ...['lt', 'le', 'eq', 'ge', 'gt'].map(
    (name) =>
      `CREATE FUNCTION my_${name}(int, int) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int4${name}'`,
  ),
  `CREATE FUNCTION my_ne(int, int) RETURNS bool ${marking('$1 <> $2')}`,
  `CREATE FUNCTION my_cmp(int, int) RETURNS int IMMUTABLE ${marking('btint4cmp($1, $2)')}`,
  `CREATE FUNCTION my_hash(int) RETURNS int IMMUTABLE ${marking('hashint4($1)')}`,
  'CREATE OPERATOR <<<| (LEFTARG = int, RIGHTARG = int, FUNCTION = my_lt)',
  'CREATE OPERATOR <<=| (LEFTARG = int, RIGHTARG = int, FUNCTION = my_le)',
  'CREATE OPERATOR <>>| (LEFTARG = int, RIGHTARG = int, FUNCTION = my_ne)',
  `CREATE OPERATOR ===| (LEFTARG = int, RIGHTARG = int, FUNCTION = my_eq, HASHES, MERGES, COMMUTATOR = ===|,
    NEGATOR = <>>|)`,
  'CREATE OPERATOR >>=| (LEFTARG = int, RIGHTARG = int, FUNCTION = my_ge)',
  'CREATE OPERATOR >>>| (LEFTARG = int, RIGHTARG = int, FUNCTION = my_gt)',
  `CREATE OPERATOR CLASS my_order FOR TYPE int USING btree AS
    OPERATOR 1 <<<|, OPERATOR 2 <<=|, OPERATOR 3 ===|, OPERATOR 4 >>=|, OPERATOR 5 >>>|, FUNCTION 1 my_cmp(int, int)`,
  'CREATE OPERATOR CLASS my_hashing FOR TYPE int USING hash AS OPERATOR 1 ===|, FUNCTION 1 my_hash(int)',
  'CREATE VIEW order_view AS SELECT id FROM tw ORDER BY id USING <<<|',
];

/** Functions that are called without parentheses, return columns of a type, or have an unusual name. */
const MORE_FUNCTIONS = [
  `CREATE FUNCTION mark_int(int) RETURNS int ${marking('1')}`,
  "CREATE FUNCTION columns_of() RETURNS TABLE (n int, w wrap) LANGUAGE sql STABLE AS $$ SELECT 1, row('a')::wrap $$",
  `CREATE FUNCTION "a-b"() RETURNS int ${marking('1')}`,
  'CREATE FUNCTION calls_unusual() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN "a-b"(); END $$',
  'CREATE TABLE one (a d1)',
  "INSERT INTO one VALUES ('x')",
];

const VIEWS = [
  "CREATE VIEW side_view AS SELECT side('view') AS x",
  'CREATE VIEW wrap_view AS SELECT DISTINCT w FROM tw',
  'CREATE VIEW cast_view AS SELECT name::d2 AS x FROM users',
  'CREATE VIEW default_view AS SELECT pure() AS x',
  'CREATE VIEW seq_view AS SELECT nextval($$sq$$) AS x',
  "CREATE VIEW cfg_view AS SELECT set_config('a.b', 'c', false) AS x",
  'CREATE VIEW term_view AS SELECT pg_terminate_backend(pid) AS x FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  'CREATE VIEW part_view AS SELECT * FROM part',
  "CREATE VIEW json_view AS SELECT json_value('\"a\"', '$' RETURNING d2) AS x",
  'CREATE VIEW record_view AS SELECT * FROM json_to_record(\'{"a":"1"}\') AS x(a d2)',
  "CREATE VIEW xml_view AS SELECT * FROM xmltable('/a' PASSING '<a>x</a>' COLUMNS a d2 PATH '.')",
  'CREATE TABLE pw (id int, w wrap) PARTITION BY LIST (w)',
  "CREATE TABLE pw1 PARTITION OF pw FOR VALUES IN (ROW('a')::wrap)",
  "CREATE TABLE pw2 PARTITION OF pw FOR VALUES IN (ROW('b')::wrap)",
  'CREATE TABLE guarded (a int)',
  'ALTER TABLE guarded ENABLE ROW LEVEL SECURITY',
  'CREATE POLICY p ON guarded USING (stab() = 1)',
];

/** A foreign table that leaves a file in the folder when it is read. */
const partitions = (folder: string) => [
  'CREATE EXTENSION file_fdw',
  'CREATE SERVER fs FOREIGN DATA WRAPPER file_fdw',
  'CREATE TABLE part (a int) PARTITION BY LIST (a)',
  'CREATE TABLE part0 PARTITION OF part FOR VALUES IN (0)',
  `CREATE FOREIGN TABLE part1 PARTITION OF part FOR VALUES IN (1) SERVER fs
    OPTIONS (program 'mktemp ${folder}/ran.XXXXXX > /dev/null; echo 1')`,
  'CREATE TABLE parent (a int)',
  `CREATE FOREIGN TABLE heir () INHERITS (parent) SERVER fs
    OPTIONS (program 'mktemp ${folder}/ran.XXXXXX > /dev/null; echo 1')`,
];

/** The objects that attacks on PostgreSQL name. */
export function objectsOfAttacks(loopback: Loopback, folder: string): readonly string[] {
  return [
    'CREATE EXTENSION dblink',
    'CREATE TABLE marks (w text)',
    'CREATE TABLE users (id bigint PRIMARY KEY, name text)',
    "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
    'CREATE SEQUENCE sq',
    sideFunction(loopback),
    ...WRAP,
    ...TYPES,
    ...partitions(folder),
    ...VIEWS.slice(0, 1),
    ...FUNCTIONS,
    ...VIEWS.slice(1),
    ...OPERATORS,
    ...MORE_FUNCTIONS,
  ];
}
