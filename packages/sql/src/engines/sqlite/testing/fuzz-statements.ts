import * as fc from 'fast-check';

const PRAGMAS = [
  ...[
    'journal_mode',
    'user_version',
    'query_only',
    'writable_schema',
    'optimize',
    'wal_checkpoint',
    'table_info',
  ],
  ...[
    'incremental_vacuum',
    'foreign_keys',
    'schema_version',
    'page_size',
    'integrity_check',
    'cache_size',
    'no_such',
  ],
];

const pragma = fc.constantFrom(...PRAGMAS);
const argument = fc.constantFrom(
  'wal',
  "'wal'",
  'delete',
  '0',
  '1',
  'on',
  "'main'",
  'main',
  '-1',
  "'users'",
  '1 + 1',
  '?',
  '',
);
const gap = fc.constantFrom(' ', '', '/**/', '\n', '\t', '--x\n', '\f');

/** A name bare or in any of the quotes that SQLite accepts. */
function quoted(name: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const quotes = [
    ['', ''],
    ['"', '"'],
    ['`', '`'],
    ['[', ']'],
    ["'", "'"],
  ] as const;
  return fc.tuple(name, fc.constantFrom(...quotes), fc.boolean()).map(([text, [open, close], capital]) => {
    return open + (capital ? text.toUpperCase() : text) + close;
  });
}

const schema = fc.constantFrom('', '', 'main.', 'temp.', '"main".');

const called = fc
  .tuple(schema, quoted(pragma.map((name) => `pragma_${name}`)), gap, argument, fc.boolean())
  .map(
    ([prefix, name, space, value, hasArgument]) => prefix + name + (hasArgument ? `${space}(${value})` : ''),
  );

const source = fc.oneof(
  called,
  quoted(
    fc.constantFrom(
      'users',
      'ft',
      'f4',
      'rt',
      'vp',
      'vj',
      'vc',
      'vl',
      'sqlite_master',
      'dbstat',
      'ft_data',
      'rt_node',
    ),
  ),
  called.map((table) => `(SELECT * FROM ${table})`),
);

const value = fc.constantFrom(
  ...[
    '1',
    '1.',
    '.5',
    '1e3',
    '0x1f',
    "'a'",
    "x'00'",
    'NULL',
    'id',
    'name',
    '*',
    '1_0',
    "load_extension('x')",
    'changes()',
  ],
  ...[
    "fts3_tokenizer('simple')",
    'optimize(f4)',
    "writefile('@FILE@', 1)",
    "readfile('@FILE@')",
    'zeroblob(9)',
    'random()',
  ],
);

const write = fc.constantFrom(
  ...[
    "INSERT INTO users VALUES (7, 'x')",
    'DELETE FROM users',
    'UPDATE users SET name = 1',
    "ATTACH '@FILE@' AS n",
    'VACUUM',
  ],
  ...[
    "VACUUM INTO '@FILE@'",
    'CREATE TEMP TABLE q(a)',
    "INSERT INTO ft(ft) VALUES ('rebuild')",
    'DROP VIEW vp',
    'REINDEX',
  ],
  ...['BEGIN', 'SAVEPOINT a', 'ANALYZE', 'UPDATE ft_data SET block = 1', 'REPLACE INTO users VALUES (1, 2)'],
);

const read = fc
  .tuple(
    gap,
    value,
    gap,
    source,
    fc.constantFrom('', ' WHERE 1', ' LIMIT 1', ' UNION SELECT 1', ', users', ' JOIN users'),
  )
  .map(([before, what, after, from, end]) => `SELECT ${before}${what} ${after}FROM ${from}${end}`);

const setting = fc
  .tuple(schema, quoted(pragma), gap, argument, fc.constantFrom('none', '=', '('))
  .map(([prefix, name, space, given, form]) => {
    if (form === 'none') return `PRAGMA ${space}${prefix}${name}`;
    return `PRAGMA ${prefix}${name}${space}${form === '=' ? `= ${given}` : `(${given})`}`;
  });

const wrapped = (statement: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.constantFrom(
        '',
        '',
        '',
        'EXPLAIN ',
        'EXPLAIN QUERY PLAN ',
        'WITH c AS (SELECT 1) ',
        '\ufeff',
        '/* */',
      ),
      statement,
    )
    .map(([prefix, sql]) => prefix + sql);

const single = wrapped(fc.oneof({ arbitrary: read, weight: 5 }, { arbitrary: setting, weight: 3 }, write));

/** Statements from tokens that SQLite may read differently from the guard. */
export const statement: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: single, weight: 9 },
  fc
    .tuple(single, fc.constantFrom(';', ';;', '\n;', ';--\n', '; /*', "';'"), single)
    .map(([one, end, other]) => one + end + other),
);
