import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mysqlGuard } from '../engines/mysql/guard/guard.ts';
import { lexMysql, OTHER_MODES, USUAL_MODE } from '../engines/mysql/guard/lexer.ts';
import { postgresGuard } from '../engines/postgres/guard/guard.ts';
import { sqliteGuard } from '../engines/sqlite/guard/guard.ts';
import type { Guard } from './guard.ts';

/** A statement as words, to be put together in any spelling. Capitals are keywords. */
type Words = readonly string[];

const literal = fc
  .string({ unit: fc.constantFrom(...'abc XYZ01;-#/*()?"`$é漢😀', "'") })
  .map((text) => `'${text.replaceAll("'", "''")}'`);
const column = fc.constantFrom(
  'id',
  'name',
  'u.id',
  '"delete"',
  '"into outfile"',
  'deleted_at',
  'update_count',
);
const alias = fc.constantFrom('a1', 'truncated', '"drop table"', 'nextval_', 'sleepy');
const table = fc.constantFrom('users', 'deleted_items', '"insert"', 'public.users');

const { query } = fc.letrec<{ expression: Words; query: Words }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    literal.map((text) => [text]),
    column.map((name) => [name]),
    fc.nat(999).map((number) => [String(number)]),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('+', '-', '*', '=', '<>', '<=', 'AND', 'OR'),
        tie('expression'),
      )
      .map(([left, operator, right]) => ['(', ...left, operator, ...right, ')']),
    tie('expression').map((inner) => ['UPPER', '(', ...inner, ')']),
    tie('expression').map((inner) => ['CASE', 'WHEN', ...inner, 'THEN', '1', 'ELSE', 'NULL', 'END']),
    tie('query').map((inner) => ['(', ...inner, ')']),
    tie('query').map((inner) => ['EXISTS', '(', ...inner, ')']),
  ),
  query: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(tie('expression'), alias, table, tie('expression'))
      .map(([value, name, source, condition]) => [
        ...['SELECT', ...value, 'AS', name, 'FROM', source, 'u', 'WHERE', ...condition],
      ]),
    fc.tuple(tie('query'), tie('query')).map(([one, other]) => [...one, 'UNION', 'ALL', ...other]),
    fc.tuple(tie('query'), alias).map(([inner, name]) => ['SELECT', '*', 'FROM', '(', ...inner, ')', name]),
  ),
}));

const read = fc.oneof(
  query,
  query.map((inner) => [...inner, 'ORDER', 'BY', '1', 'LIMIT', '5']),
  fc
    .tuple(query, alias, query)
    .map(([inner, name, outer]) => ['WITH', name, 'AS', '(', ...inner, ')', ...outer]),
  query.map((inner) => ['EXPLAIN', ...inner]),
);

/** Words of one case, with anything between them that separates words in every engine. */
function spelled(words: fc.Arbitrary<Words>): fc.Arbitrary<string> {
  const gap = fc.constantFrom(
    ' ',
    '\n',
    '\t',
    '  ',
    ' /* ; DELETE FROM users */ ',
    ' -- drop\n',
    '\r\n',
    '/**/ ',
  );
  return fc
    .tuple(words, fc.infiniteStream(gap), fc.infiniteStream(fc.boolean()), fc.constantFrom('', ';', ' ; '))
    .map(([list, gaps, lower, end]) => {
      const spell = (word: string) => {
        const inLower: boolean = lower.next().value ?? false;
        return /^[A-Z_]+$/.test(word) && inLower ? word.toLowerCase() : word;
      };
      return list.map((word) => `${spell(word)}${gaps.next().value ?? ' '}`).join('') + end;
    });
}

const commonWrites: readonly string[] = [
  'INSERT INTO users VALUES ( 1 )',
  'UPDATE users SET name = 1 WHERE id = 2',
  'DELETE FROM users WHERE id = 1',
  'DROP TABLE users',
  'ALTER TABLE users ADD COLUMN x int',
  'CREATE TABLE x ( a int )',
  'CREATE INDEX x ON users ( id )',
  'BEGIN',
  'COMMIT',
];

interface Engine {
  readonly name: string;
  readonly guard: Guard;
  readonly writes: readonly string[];
  /** What may stand in front of a write or around it without making it a read. */
  readonly disguises: readonly ((write: Words) => Words)[];
}

const plain = (write: Words) => write;
const behindWith = (write: Words) => ['WITH', 'x', 'AS', '(', 'SELECT', '1', ')', ...write];
const behindRead = (write: Words) => ['SELECT', '1', ';', ...write];
const beforeRead = (write: Words) => [...write, ';', 'SELECT', '1'];
const explained = (write: Words) => ['EXPLAIN', 'ANALYZE', ...write];
const insideWith = (write: Words) => ['WITH', 'x', 'AS', '(', ...write, 'RETURNING', '1', ')', 'SELECT', '1'];

const engines: readonly Engine[] = [
  {
    name: 'postgres',
    guard: postgresGuard,
    writes: [
      ...commonWrites,
      'TRUNCATE users',
      'SELECT * INTO x FROM users',
      'SELECT * FROM users FOR UPDATE',
      "SELECT nextval ( 's' )",
      'SELECT pg_catalog . pg_sleep ( 1 )',
      'CALL p ( )',
      'COPY users TO STDOUT',
      'SET x = 1',
    ],
    disguises: [plain, behindWith, behindRead, beforeRead, explained, insideWith],
  },
  {
    name: 'mysql',
    guard: mysqlGuard,
    writes: [
      ...commonWrites,
      'REPLACE INTO users VALUES ( 1 )',
      "SELECT 1 INTO OUTFILE '/tmp/x'",
      'SELECT * FROM users FOR UPDATE',
      'SELECT SLEEP ( 1 )',
      'SELECT `get_lock` ( 1 , 2 )',
      'CALL p ( )',
      'SET x = 1',
      'DO 1',
    ],
    disguises: [plain, behindWith, behindRead, beforeRead, explained],
  },
  {
    name: 'sqlite',
    guard: sqliteGuard,
    writes: [
      ...commonWrites,
      'REPLACE INTO users VALUES ( 1 )',
      "ATTACH 'x' AS y",
      'VACUUM',
      'PRAGMA user_version = 5',
      'PRAGMA main . journal_mode ( wal )',
      "SELECT load_extension ( 'x' )",
      'SELECT * FROM pragma_optimize',
    ],
    disguises: [plain, behindWith, behindRead, beforeRead],
  },
];

/** Pieces that lexers stumble over. */
const soup = fc
  .array(
    fc.constantFrom(
      ...[
        "'",
        '"',
        '`',
        '[',
        ']',
        '\\',
        '--',
        '-- ',
        '#',
        '/*',
        '*/',
        '/*!',
        '/*+',
        '$$',
        '$a$',
        "E'",
        'U&"',
        "x'",
      ],
      ...[
        '\n',
        '\r',
        '\t',
        '\v',
        '\0',
        ' ',
        '\u00a0',
        '\ufeff',
        ';',
        '(',
        ')',
        ',',
        '.',
        ':',
        '::',
        ':=',
        '@',
        '?',
        '$1',
      ],
      ...[
        'SELECT',
        'WITH',
        'AS',
        'FROM',
        'INTO',
        'EXPLAIN',
        'PRAGMA',
        'DELETE',
        'users',
        '1',
        'é',
        '😀',
        '\ud800',
      ],
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''));

const anyText = fc.oneof(soup, fc.string({ unit: 'binary' }));

describe.each(engines)('$name', ({ guard, writes, disguises }) => {
  test('a read is a read, however it is spelled', async () => {
    await fc.assert(
      fc.asyncProperty(spelled(read), async (sql) => {
        expect(await guard.judge(sql)).toMatchObject({ reads: true });
      }),
      { numRuns: 300 },
    );
  });

  test('a write is refused, however it is spelled and dressed', async () => {
    const write = fc.constantFrom(...writes).map((sql) => sql.split(' '));
    const dressed = fc
      .tuple(write, fc.constantFrom(...disguises))
      .map(([words, disguise]) => disguise(words));
    await fc.assert(
      fc.asyncProperty(spelled(dressed), async (sql) => {
        expect(await guard.judge(sql)).toMatchObject({ reads: false });
      }),
      { numRuns: 500 },
    );
  });

  test('two statements are never a read', async () => {
    await fc.assert(
      fc.asyncProperty(spelled(read), spelled(read), async (one, other) => {
        expect(await guard.judge(`${one};${other}`)).toMatchObject({ reads: false, rule: 'one-statement' });
      }),
      { numRuns: 200 },
    );
  });

  test('whatever the text, there is a verdict', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (sql) => {
        const verdict = await guard.judge(sql);
        expect(verdict.reads || verdict.reason.length > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('lexers lose nothing', () => {
  const lexers = [...[USUAL_MODE, ...OTHER_MODES].map((mode) => (sql: string) => lexMysql(sql, mode))];

  test.each(lexers)('lexer %#', (lex) => {
    fc.assert(
      fc.property(anyText, (sql) => {
        const lexed = lex(sql);
        if ('tokens' in lexed) {
          expect(lexed.tokens.map(({ text }) => text).join('')).toBe(sql);
          expect(lexed.tokens.every(({ text }) => text.length > 0)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
