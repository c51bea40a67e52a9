import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../../test/engines/mysql.ts';
import { change, openBackend } from '../../shared/testing/backend.ts';
import { describeDatabase, type TestDatabase } from '../../shared/testing/database.ts';
import { testVerify, type VerifyCases, verify } from '../../shared/testing/verify-suite.ts';
import { mysqlGuard } from './guard.ts';

const fixture = [
  'CREATE TABLE users (id int PRIMARY KEY, name varchar(50))',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE FUNCTION write_fn() RETURNS int BEGIN DELETE FROM users; RETURN 1; END',
  'CREATE FUNCTION honest_fn() RETURNS int MODIFIES SQL DATA BEGIN DELETE FROM users; RETURN 1; END',
  'CREATE FUNCTION outer_fn() RETURNS int RETURN write_fn()',
  "CREATE FUNCTION lock_fn() RETURNS int RETURN GET_LOCK('a', 0)",
  'CREATE FUNCTION sets_fn() RETURNS int BEGIN SET @a = 1; RETURN 1; END',
  'CREATE FUNCTION area(x int) RETURNS int BEGIN DELETE FROM users; RETURN 1; END',
  'CREATE FUNCTION view_fn() RETURNS int RETURN (SELECT MAX(x) FROM lock_view)',
  "CREATE FUNCTION into_fn() RETURNS int BEGIN SELECT 'a' INTO @a; RETURN 1; END",
  'CREATE FUNCTION list_fn() RETURNS int BEGIN UPDATE (users) SET name = NULL; RETURN 1; END',
  'CREATE FUNCTION `any_value`() RETURNS int BEGIN DELETE FROM users; RETURN 1; END',
  "CREATE FUNCTION json_fn(x int) RETURNS text RETURN JSON_EXTRACT('{}', '$.a')",
  'CREATE FUNCTION spaced_fn() RETURNS int READS SQL DATA RETURN (SELECT MAX(id) FROM users WHERE (id, id) IN (ROW (1, 1)))',
  'CREATE FUNCTION pure_fn(x int) RETURNS int DETERMINISTIC RETURN x * 2',
  `CREATE FUNCTION read_fn(x int) RETURNS varchar(50) READS SQL DATA
   BEGIN
     DECLARE found varchar(50);
     DECLARE CONTINUE HANDLER FOR NOT FOUND SET found = REPLACE('none', 'n', 'N');
     SELECT name INTO found FROM users WHERE id = x;
     RETURN found;
   END`,
  'CREATE VIEW plain_view AS SELECT id, UPPER(name) AS name FROM users',
  'CREATE VIEW write_view AS SELECT write_fn() AS x',
  'CREATE VIEW nested_view AS SELECT * FROM write_view',
  "CREATE VIEW lock_view AS SELECT GET_LOCK('b', 0) AS x",
  'CREATE VIEW pure_view AS SELECT pure_fn(id) AS p, read_fn(id) AS r FROM users',
  "CREATE VIEW `odd``view` AS SELECT 'it''s' AS a FROM users",
];

const refused: VerifyCases['refused'] = {
  'stored-function': [
    ['SELECT write_fn()', 'write_fn(): it contains DELETE'],
    ['SELECT `write_fn` ()', 'write_fn(): it contains DELETE'],
    ['SELECT honest_fn()', 'honest_fn() is declared as MODIFIES SQL DATA'],
    ['SELECT outer_fn()', 'write_fn(): it contains DELETE'],
    ['SELECT lock_fn()', 'lock_fn(): GET_LOCK() takes'],
    ['SELECT sets_fn()', 'it sets a variable'],
    ['SELECT into_fn()', 'it sets a variable'],
    ['SELECT list_fn()', 'it contains UPDATE'],
    ['SELECT any_value()', 'any_value(): it contains DELETE'],
    ['SELECT AREA(1)', 'area(): it contains DELETE'],
    ['SELECT * FROM write_view', 'write_fn(): it contains DELETE'],
    ['SELECT 1 FROM users WHERE id IN (SELECT x FROM nested_view)', 'write_fn(): it contains DELETE'],
    ['EXPLAIN UPDATE users SET id = write_fn()', 'write_fn(): it contains DELETE'],
  ],
  'unknown-function': [
    ['SELECT missing_fn(1)', 'missing_fn() is neither'],
    ['SELECT missing_schema.f()', 'f() is neither'],
  ],
  function: [
    ['SELECT * FROM users, lock_view', 'the view lock_view: get_lock() takes'],
    ['SELECT * FROM .lock_view', 'the view lock_view: get_lock() takes'],
    ['SELECT * FROM {oj lock_view LEFT JOIN users ON 1}', 'the view lock_view: get_lock() takes'],
    [
      'SELECT * FROM users IGNORE INDEX FOR ORDER BY (PRIMARY), lock_view',
      'the view lock_view: get_lock() takes',
    ],
    ['SELECT view_fn()', 'the view lock_view: get_lock() takes'],
  ],
};

const allowed: VerifyCases['allowed'] = [
  'SELECT * FROM users',
  'SELECT pure_fn(2), read_fn(1)',
  'SELECT json_fn(1), spaced_fn()',
  "SELECT JSON_EXTRACT('{}', '$.a'), COUNT (id), ROW (1, 2) = (1, 2), 1 = ANY (SELECT 1) FROM users",
  'SELECT * FROM plain_view JOIN pure_view',
  'SELECT * FROM `odd``view`',
  'SELECT * FROM missing_table',
  'SELECT * FROM information_schema.tables',
  'SELECT X(POINT(1, 2))',
];

/** The functions of the other schema have the names of harmless ones in the schema of the connection. */
const otherSchema = [
  "CREATE FUNCTION pure_fn(x int) RETURNS int RETURN GET_LOCK('a', 0)",
  'CREATE FUNCTION caller() RETURNS int RETURN pure_fn(1)',
  'CREATE VIEW calling_view AS SELECT pure_fn(1) AS x',
];

function testOtherSchema({ database, definition, writable }: TestDatabase): void {
  const other = `${database}_other`;

  beforeAll(async () => {
    await change(writable, `CREATE DATABASE ${other}`);
    const backend = await openBackend({ ...definition, database: other });
    for (const sql of otherSchema) await change(backend, sql);
    await backend.dispose();
  });
  afterAll(async () => {
    await change(writable, `DROP DATABASE ${other}`);
  });

  test.each(['caller()', 'x FROM calling_view'])(
    'looks up names of another schema there: %s',
    async (what) => {
      const sql = `SELECT ${what.replace(/(\w+(\(\))?)$/, `${other}.$1`)}`;
      const verdict = await verify(mysqlGuard, writable, sql);
      expect(verdict).toMatchObject({ reads: false, reason: expect.stringContaining('takes') });
    },
  );
}

for (const [name, address] of [
  ['MariaDB', await sharedMariadb()],
  ['MySQL', await sharedMysql()],
] as const)
  await describeDatabase(`dependencies in ${name}`, 'mysql', address, fixture, (database) => {
    testVerify(mysqlGuard, database.writable, { refused, allowed });
    testOtherSchema(database);
  });
