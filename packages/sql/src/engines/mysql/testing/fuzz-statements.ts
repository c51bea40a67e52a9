import * as fc from 'fast-check';

/** A statement as tokens; what separates them is random, too. */
type Tokens = readonly string[];

const one = (...tokens: readonly string[]): fc.Arbitrary<Tokens> =>
  fc.constantFrom(...tokens).map((token) => [token]);

/** Also identifiers that begin like numbers, and numbers that do not end like those of other servers. */
const number = one(
  ...['0', '1', '1.', '.5', '1.5', '1e0', '1E1', '1e+1', '1.e1', '.5e0', '1.5e-1', '1e', '1.e', '1.1e'],
  ...['0x41', '0x', '0X41', '0x4g', '0b1', '0b2', "x'41'", "X'4'", "b'1'", '1a', '1e0a', '1_', '1$', '1..2'],
);
const literal = one(
  ...["'a'", '"a"', "N'a'", "_utf8'a'", "'a''b'", "'\\''", "'\\\\'", '"\\""', "'-- '", "'/*'", '\\N', '\\n'],
  ...['null', '@a', '@`a`', '@1.', '@@version', '@@session.sql_mode', '?', 'true', "''"],
);
const name = one('id', 'name', 'users.id', 'u.id', '`id`', '`a``b`', 't.1e0', 'u.5', 'é', '.id', 'x', '*');

/** The functions of the fixture, built-in ones, and both with what may stand between name and parenthesis. */
const call = fc
  .tuple(
    one(
      'mark',
      '`mark`',
      '"mark"',
      'path',
      '`path`',
      'bad',
      'indirect',
      'sees_view',
      'now',
      '`now`',
      'count',
    ),
    one('(', ' (', '/**/(', '\n(', '1.e(', '.('),
  )
  .map(([[what = ''], [open = '']]) => [`${what}${open}`, ')']);
const sideEffect = one(
  ...["get_lock('a',0)", "`get_lock`('a',0)", "get_lock 1.e('a' 1.e,0)", "load_file('/etc/passwd')"],
  ...[
    'last_insert_id(5)',
    'sleep(0)',
    '@a:=1',
    'nextval(s)',
    'next value for s',
    'is_free_lock(1)',
    'row(1,2)',
  ],
);

const { expression, query, tables } = fc.letrec<Record<'expression' | 'query' | 'tables', Tokens>>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: number, weight: 15 },
    { arbitrary: literal, weight: 9 },
    { arbitrary: name, weight: 9 },
    call,
    sideEffect,
    fc
      .tuple(
        tie('expression'),
        one('+', '-', '*', '/', '.', '=', '<', 'and', '||', ':=', '--', '->'),
        tie('expression'),
      )
      .map((parts) => parts.flat()),
    tie('expression').map((inner) => ['(', ...inner, ')']),
    tie('expression').map((inner) => ['upper', '(', ...inner, ')']),
    tie('expression').map((inner) => ['{', 'fn', 'upper', '(', ...inner, ')', '}']),
    tie('query').map((inner) => ['(', ...inner, ')']),
  ),
  tables: fc.oneof(
    { maxDepth: 2 },
    {
      arbitrary: one(
        'users',
        'users u',
        'lock_view',
        'mark_view',
        '`mark_view`',
        '.mark_view',
        'dual',
        'users x',
      ),
      weight: 3,
    },
    fc
      .tuple(
        tie('tables'),
        one(',', 'join', 'straight_join', 'natural join', 'window,', 'except,', 'path,'),
        tie('tables'),
      )
      .map((parts) => parts.flat()),
    tie('tables').map((inner) => ['(', ...inner, ')']),
    tie('tables').map((inner) => ['{', 'oj', ...inner, 'left', 'join', 'users', 'on', '1', '}']),
    fc
      .tuple(one('order', 'group'), tie('tables'))
      .map(([[by = ''], inner]) => [
        ...['users', 'ignore', 'index', 'for', by, 'by', '(', 'primary', ')', ',', ...inner],
      ]),
    tie('query').map((inner) => ['(', ...inner, ')', 'd']),
  ),
  query: fc
    .tuple(
      fc.oneof(
        { arbitrary: fc.constant<Tokens>(['select']), weight: 8 },
        one('select distinct', 'select all', 'values', 'table'),
      ),
      tie('expression'),
      fc.oneof(
        fc.constant([]),
        tie('tables').map((inner) => ['from', ...inner]),
      ),
      fc.oneof(
        { arbitrary: fc.constant([]), weight: 3 },
        fc
          .tuple(one('where', 'having', 'group by', 'order by', 'limit', ','), tie('expression'))
          .map((parts) => parts.flat()),
      ),
      fc.oneof(
        { arbitrary: fc.constant([]), weight: 3 },
        tie('query').map((inner) => ['union', ...inner]),
      ),
    )
    .map((parts) => parts.flat()),
}));

const tail = fc.oneof(
  { arbitrary: fc.constant<Tokens>([]), weight: 20 },
  fc.constant(['into', 'outfile', "'@FILE@'"]),
  fc.constant(['into', 'dumpfile', "'@FILE@'"]),
  fc.constant(['into', '@a']),
  fc.constant(['for', 'update']),
  fc.constant(['lock', 'in', 'share', 'mode']),
  fc.constant(['procedure', 'analyse', '(', ')']),
  one(
    ';',
    '; delete from users',
    '/*! into @a */',
    "/*!50000 into outfile '@FILE@' */",
    '-- x',
    '#x',
    '/* */',
  ),
  tables.map((inner) => ['from', ...inner]),
);

const prefix = fc.oneof(
  { arbitrary: fc.constant<Tokens>([]), weight: 12 },
  one(
    'explain',
    'analyze',
    'explain format=json',
    'with x as (select 1)',
    'show tables where',
    'desc',
    'do',
    '/**/',
  ),
);

/** Empty ones join two tokens, which the server may separate elsewhere. */
const gap = fc.oneof(
  { arbitrary: fc.constant(' '), weight: 100 },
  { arbitrary: fc.constant(''), weight: 50 },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      '\n',
      '\t',
      '\r',
      '\f',
      '/**/',
      '/* x */',
      '/*/ x */',
      '-- x\n',
      '--\t\n',
      '#x\n',
      '--x',
    ),
  },
  fc.constantFrom('/*!*/', '/*!50000 */', '/*M!*/', '\u00a0', '\u2028', '.', '1.e', '\\'),
);

/** Two words need a space; a number and a word may not. */
function join(tokens: Tokens, gaps: Iterator<string>): string {
  return tokens.reduce((text, token) => {
    const random: string = gaps.next().value ?? ' ';
    const joinsWords = random === '' && /(^|[^\w.$])[a-z_]+$/i.test(text) && /^[\w'"]/.test(token);
    return `${text}${joinsWords ? ' ' : random}${token}`;
  }, '');
}

/** Servers take the locks of a statement while they plan it. */
const LOCKING = ['for', 'lock'];

/** Statements whose effect depends on where the server ends a number, a name or a comment. */
export const statement: fc.Arbitrary<string> = fc
  .tuple(
    prefix,
    fc.oneof(
      query,
      expression.map((inner) => ['select', ...inner]),
    ),
    tail,
    fc.infiniteStream(gap),
  )
  .filter(([before, , [first = '']]) => before.length === 0 || !LOCKING.includes(first))
  .map(([before, body, after, gaps]) => join([...before, ...body, ...after], gaps));
