import { expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../../test/engines/postgres.ts';
import { change } from '../../shared/testing/backend.ts';
import { describeDatabase } from '../../shared/testing/database.ts';
import { testVerify, type VerifyCases, verify } from '../../shared/testing/verify-suite.ts';
import { postgresGuard } from './guard.ts';

const writes = "LANGUAGE plpgsql AS 'BEGIN DELETE FROM users; RETURN 1; END'";
const fixture = [
  'CREATE TABLE users (id bigint PRIMARY KEY, name text)',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE SCHEMA app',
  `CREATE FUNCTION write_fn() RETURNS int ${writes}`,
  "CREATE FUNCTION stable_fn(int) RETURNS int LANGUAGE sql STABLE AS 'SELECT $1 + 1'",
  `CREATE FUNCTION row_fn(users) RETURNS int ${writes}`,
  "CREATE FUNCTION full_name(users) RETURNS text LANGUAGE sql STABLE AS 'SELECT $1.name'",
  `CREATE FUNCTION upper(a text, b text, c int) RETURNS int ${writes}`,
  'CREATE VIEW plain_view AS SELECT count(*), max(name), now(), random() FROM users',
  'CREATE VIEW write_view AS SELECT write_fn() AS x',
  'CREATE VIEW nested_view AS SELECT * FROM (SELECT x FROM write_view) s',
  'CREATE VIEW lock_view AS SELECT id FROM users WHERE pg_try_advisory_lock(id)',
  "CREATE VIEW xml_view AS SELECT table_to_xml('users', true, true, '')",
  'CREATE MATERIALIZED VIEW kept AS SELECT now() FROM users',
  `CREATE FUNCTION operate(int, int) RETURNS int ${writes}`,
  'CREATE OPERATOR @#@ (LEFTARG = int, RIGHTARG = int, FUNCTION = operate)',
  "CREATE FUNCTION check_fn(text) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN true; END'",
  'CREATE DOMAIN checked AS text CHECK (check_fn(VALUE))',
  'CREATE DOMAIN short AS text CHECK (length(VALUE) < 9)',
  "CREATE TYPE mood AS ENUM ('sad', 'ok')",
  `CREATE FUNCTION step(int, int) RETURNS int ${writes}`,
  `CREATE FUNCTION moved(int, int) RETURNS int STRICT ${writes}`,
  "CREATE AGGREGATE stepped (int) (sfunc = step, stype = int, initcond = '0')",
  'CREATE TABLE guarded (a int)',
  'ALTER TABLE guarded ENABLE ROW LEVEL SECURITY',
  'CREATE POLICY p ON guarded USING (write_fn() > 0)',
  "CREATE FUNCTION app.nextval(text) RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'",
  'CREATE TABLE app."odd ""name\\" (a int)',
];

const hidden = [
  'CREATE EXTENSION dblink',
  "CREATE FUNCTION remote(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM dblink('dbname=x', 'SELECT 1'); RETURN 1; END $$",
  'CREATE FUNCTION calls_remote(int) RETURNS int LANGUAGE sql STABLE AS $$ SELECT public.remote($1) $$',
  'CREATE VIEW remote_view AS SELECT calls_remote(1)',
  'CREATE FUNCTION reads_view() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM remote_view $$',
  "CREATE FUNCTION copies(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN COPY (SELECT 1) TO PROGRAM 'true'; RETURN 1; END $$",
  'CREATE FUNCTION calls_copies() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN copies(1); END $$',
  'CREATE FUNCTION lazy(text) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN length($1) < 9; END $$',
  'CREATE FUNCTION calls_lazy(text) RETURNS bool LANGUAGE sql STABLE AS $$ SELECT lazy($1) $$',
  'CREATE DOMAIN lazily AS text CHECK (lazy(VALUE))',
  'CREATE DOMAIN nested AS lazily',
  'CREATE TABLE labels (id int, label lazily, labels lazily[])',
  'CREATE FUNCTION labelled(lazily) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1::text $$',
  'CREATE FUNCTION filled(a int, b int DEFAULT write_fn()) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a $$',
  "CREATE AGGREGATE moving (int) (sfunc = int4pl, stype = int, initcond = '0', msfunc = moved, minvfunc = int4mi, mstype = int, minitcond = '0')",
];

const refused: VerifyCases['refused'] = {
  'volatile-function': [
    ['SELECT write_fn()', 'public.write_fn() is VOLATILE'],
    ['SELECT "public"."write_fn"()', 'public.write_fn()'],
    ['SELECT * FROM write_fn()', 'public.write_fn()'],
    ['SELECT * FROM write_view', 'write_view calls public.write_fn()'],
    ['SELECT 1 FROM users WHERE EXISTS (TABLE nested_view)', 'write_view calls public.write_fn()'],
    ['SELECT * FROM lock_view', 'lock_view calls pg_catalog.pg_try_advisory_lock(), which takes'],
    ['SELECT * FROM xml_view', 'xml_view calls pg_catalog.table_to_xml(), which runs SQL'],
    ['SELECT u.row_fn FROM users u', 'public.row_fn()'],
    ['SELECT (u).row_fn FROM users u', 'public.row_fn()'],
    ["SELECT upper('a', 'b', 1)", 'public.upper()'],
    ['SELECT 1 @#@ 2', 'public.operate()'],
    ['SELECT 1 OPERATOR(public.@#@) 2', 'public.operate()'],
    ["SELECT 'a'::checked", 'public.check_fn()'],
    ['SELECT stepped(1)', 'public.step()'],
    ["SELECT 'a'::nested", 'public.lazy()'],
    ["SELECT '{a}'::nested[]", 'public.lazy()'],
    ["SELECT nested('a')", 'public.lazy()'],
    ['SELECT filled(1)', 'public.write_fn()'],
    ['SELECT moving(1)', 'public.moved()'],
    ['SELECT * FROM guarded', 'guarded calls public.write_fn()'],
    ["SELECT * FROM ts_stat('SELECT to_tsvector(write_fn()::text)')", 'public.write_fn()'],
  ],
  'hidden-function': [
    ['SELECT calls_remote(1)', 'public.dblink()'],
    ['EXPLAIN SELECT calls_remote(1)', 'public.dblink()'],
    ['SELECT reads_view()', 'public.dblink()'],
    ['SELECT * FROM remote_view', 'public.dblink()'],
    ['SELECT calls_copies()', 'acts outside of the transaction'],
  ],
};

const allowed: VerifyCases['allowed'] = [
  'SELECT * FROM users',
  'SELECT * FROM plain_view',
  'SELECT * FROM kept',
  'SELECT stable_fn(1), public.stable_fn(2)',
  "SELECT upper('a'), count(*), random(), gen_random_uuid(), clock_timestamp() FROM users",
  'SELECT u.name, u.full_name FROM users u',
  "SELECT 'a'::short, 'ok'::mood, 1 + 1",
  "SELECT app.nextval('x')",
  'EXPLAIN SELECT write_fn()',
  'EXPLAIN SELECT * FROM write_view',
  "SELECT calls_lazy('a')",
  'SELECT filled(1, 2)',
  "SELECT * FROM labels WHERE label = 'a' ORDER BY label",
  "SELECT max(label), lag(label, 1, 'x') OVER () FROM labels GROUP BY label",
  "SELECT labels || '{x}' FROM labels",
  "SELECT labelled('a')",
  'SELECT * FROM app."odd ""name\\"',
  'SELECT * FROM pg_stat_activity, information_schema.tables LIMIT 1',
  'SELECT missing_fn(), * FROM missing_table',
];

await describeDatabase(
  'dependencies in PostgreSQL',
  'postgres',
  await sharedPostgres(),
  [...fixture, ...hidden],
  ({ writable }) => {
    testVerify(postgresGuard, writable, { refused, allowed });

    test('resolves names by the search path of the session', async () => {
      await change(writable, `CREATE FUNCTION app.hidden() RETURNS int ${writes}`);
      expect(await verify(postgresGuard, writable, 'SELECT hidden()')).toMatchObject({ reads: true });
      expect(await verify(postgresGuard, writable, 'SELECT app.hidden()')).toMatchObject({
        reads: false,
        rule: 'volatile-function',
      });
    });
  },
);
