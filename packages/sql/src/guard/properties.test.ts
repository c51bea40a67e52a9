import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mysqlGuard } from '../engines/mysql/guard/guard.ts';
import { DEFAULT_MODE, mysqlLexer, mysqlTokens, OTHER_MODES } from '../engines/mysql/lexer.ts';
import { postgresGuard } from '../engines/postgres/guard/guard.ts';
import { postgresLexer, postgresTokens } from '../engines/postgres/lexer.ts';
import { type Token, verbOf } from '../engines/shared/lexer.ts';
import { sqliteGuard } from '../engines/sqlite/guard/guard.ts';
import type { Guard } from './guard.ts';

/** A statement as words; those in capitals are keywords. */
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

/** The words in random case, with random separators that every engine accepts. */
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
  /** Contexts in which a write is still a write. */
  readonly contexts: readonly ((write: Words) => Words)[];
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
    contexts: [plain, behindWith, behindRead, beforeRead, explained, insideWith],
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
    contexts: [plain, behindWith, behindRead, beforeRead, explained],
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
    contexts: [plain, behindWith, behindRead, beforeRead],
  },
];

/** Random pieces that are hard to lex. */
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

describe.each(engines)('$name', ({ guard, writes, contexts }) => {
  test('allows a read in any spelling', async () => {
    await fc.assert(
      fc.asyncProperty(spelled(read), async (sql) => {
        expect(await guard.judge(sql)).toMatchObject({ reads: true });
      }),
      { numRuns: 300 },
    );
  });

  test('refuses a write in any spelling and context', async () => {
    const write = fc.constantFrom(...writes).map((sql) => sql.split(' '));
    const placed = fc.tuple(write, fc.constantFrom(...contexts)).map(([words, context]) => context(words));
    await fc.assert(
      fc.asyncProperty(spelled(placed), async (sql) => {
        expect(await guard.judge(sql)).toMatchObject({ reads: false });
      }),
      { numRuns: 500 },
    );
  });

  test('refuses two statements', async () => {
    await fc.assert(
      fc.asyncProperty(spelled(read), spelled(read), async (one, other) => {
        expect(await guard.judge(`${one};${other}`)).toMatchObject({ reads: false, rule: 'one-statement' });
      }),
      { numRuns: 200 },
    );
  });

  test('returns a verdict for any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (sql) => {
        const verdict = await guard.judge(sql);
        expect(verdict.reads || verdict.reason.length > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

const lexers: readonly (readonly [string, (sql: string) => Iterable<Token>])[] = [
  ['postgres', postgresTokens],
  ...[DEFAULT_MODE, ...OTHER_MODES].map(
    (mode) => [`mysql ${JSON.stringify(mode)}`, (sql: string) => mysqlTokens(sql, mode)] as const,
  ),
];

test.each(lexers)('%s: tokens cover the text, with whitespace between them only', (_, tokens) => {
  fc.assert(
    fc.property(anyText, (sql) => {
      let at = 0;
      for (const { text, start, end } of tokens(sql)) {
        expect(sql.slice(at, start)).toMatch(/^[\t-\r ]*$/);
        expect([text.length > 0, text]).toEqual([true, sql.slice(start, end)]);
        at = end;
      }
      expect(sql.slice(at)).toMatch(/^[\t-\r ]*$/);
    }),
    { numRuns: 2_000 },
  );
});

/** Complete pieces: after any of them a word is a word again. */
const complete = fc.array(
  fc.constantFrom(
    ...[
      "'a'",
      "'it''s'",
      '"b"',
      "'-- '",
      "'/*'",
      '/* c */',
      '/* -- */',
      '-- d\n',
      '1',
      '1e5',
      '.5',
      '1.',
      '0x1f',
    ],
    ...['(', ')', ',', '.', '*', '+', '=', 'x', 'SELECT', 'é', '\n', '\t'],
  ),
  { maxLength: 12 },
);

describe.each([
  { name: 'postgres', lexer: postgresLexer },
  { name: 'mysql', lexer: mysqlLexer },
])('$name', ({ lexer }) => {
  test('no mix of quotes, comments and numbers hides a word', () => {
    fc.assert(
      fc.property(complete, complete, (before, after) => {
        const sql = `${before.join(' ')} dropped ${after.join(' ')}`;
        const found = [...lexer.tokens(sql)].filter(
          ({ kind, text }) => kind === 'word' && text === 'dropped',
        );
        expect(found).toHaveLength(1);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a number does not hide the word after it', () => {
    const number = fc.constantFrom('1e0', '1.', '.5', '1.5', '2.5e-3', '1e+7');
    fc.assert(
      fc.property(number, fc.constantFrom('into', 'FROM', 'lock', 'union'), (digits, word) => {
        const found = [...lexer.tokens(`SELECT ${digits}${word} x`)].map(({ text }) => text);
        expect(found).toEqual(['SELECT', digits, word, 'x']);
      }),
    );
  });

  test('splitting and joining loses no statement', () => {
    const statement = complete.map(
      (pieces) => `SELECT ${pieces.filter((piece) => !/[()]/.test(piece)).join(' ')}`,
    );
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 5 }), (statements) => {
        const found = lexer.split(statements.join('\n;'));
        expect(found).toEqual(statements.map((sql) => sql.trim()));
        expect(found.every((sql) => verbOf(lexer.tokens(sql)) === 'SELECT')).toBe(true);
        expect(lexer.split(found.join('\n;'))).toEqual(found);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('mysql refuses a number directly followed by a word', async () => {
  const numbers = fc.constantFrom('1e0', '1.', '.5', '1.5', '2.5e-3', "'\\\\', 1e0", 't.1e0');
  const tails = fc.constantFrom("into outfile '/tmp/x'", 'from users', 'lock in share mode');
  await fc.assert(
    fc.asyncProperty(numbers, tails, async (number, tail) => {
      for (const sql of [`select ${number}${tail}`, `analyze select ${number}${tail}`])
        expect(await mysqlGuard.judge(sql)).toMatchObject({ reads: false });
    }),
  );
});
