import * as fc from 'fast-check';

/** Expressions by type. */
interface Grammar {
  readonly text: string;
  readonly int: string;
  readonly wrap: string;
  readonly bool: string;
  readonly any: string;
  readonly query: string;
}

/** A statement that names a column of another source is only an error of the server. */
const SOURCES = [
  'tw t',
  'users u',
  'tdom m',
  'tw t, users u, tdom m',
  'users u CROSS JOIN tdom m CROSS JOIN tw t',
  'rows_of() t, users u, tdom m',
  '(SELECT * FROM tw) t, users u, tdom m',
  'tw AS t(id, w), users u, tdom m',
  'tdom m RIGHT JOIN users u ON true, LATERAL (SELECT * FROM tw) t',
];

const NAMED = [
  'side_view',
  'wrap_view',
  'cast_view',
  'default_view',
  'part',
  'part0',
  'part1',
  'parent',
  'guarded',
  'tw',
];

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>=', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'];

/** Fills the holes `$text`, `$int` … of a template with expressions. */
function filled(template: string, tie: fc.LetrecTypedTie<Grammar>): fc.Arbitrary<string> {
  const parts = template.split(/\$(text|int|wrap|bool|any|query|cmp)\b/);
  const arbitraries = parts.map((part, index) => {
    if (index % 2 === 0) return fc.constant(part);
    return part === 'cmp' ? fc.constantFrom(...COMPARISONS) : tie(part as keyof Grammar);
  });
  return fc.tuple(...arbitraries).map((pieces) => pieces.join(''));
}

const TEMPLATES: Readonly<Record<keyof Grammar, { readonly leaves: string[]; readonly nodes: string[] }>> = {
  text: {
    leaves: ["'x'", "''", 'u.name', 'm.a', 'NULL::text', 'current_user'],
    nodes: [
      ...[
        'upper($text)',
        '$text || $text',
        'coalesce($text, $text)',
        'CAST($any AS text)',
        'max($text) OVER ()',
      ],
      ...["lag($text, 1, 'y') OVER (ORDER BY $any)", 'CASE WHEN $bool THEN $text END', 'format($text, $any)'],
      ...[
        '$text::d1',
        'd2($text)',
        "d1 'q'",
        '$wrap::text',
        'upper($wrap)',
        '$wrap || $text',
        'wrap_text($wrap)',
      ],
      ...[
        'least($text, $text)',
        'array_to_string(m.b, $text)',
        'greatest($text, m.a)',
        'string_agg($text, $text) OVER ()',
      ],
    ],
  },
  int: {
    leaves: ['1', '0', 'u.id', 't.id', "'7'", 'NULL::int'],
    nodes: [
      ...[
        '$int + $int',
        'length($text)',
        'abs($int)',
        'coalesce($int, $int)',
        'count(*) OVER (PARTITION BY $any)',
      ],
      ...[
        'pure($int)',
        'pure()',
        'pure2(1, 2)',
        'pure2($int)',
        'stab()',
        'fixed(1)',
        'atomic()',
        'sql_stab()',
      ],
      ...[
        "side('f')",
        'taking($text)',
        'taking(m.a)',
        'CASE $any WHEN $any THEN 1 END',
        'rank() OVER (ORDER BY $any)',
      ],
      ...[
        'magg(1) OVER (ORDER BY $int ROWS 1 PRECEDING)',
        'array_position(m.b, $text)',
        '(SELECT count(*) FROM ($query) q)',
      ],
    ],
  },
  wrap: {
    leaves: ['t.w', '(t).w', 'NULL::wrap', "row('a')::wrap"],
    nodes: [
      'coalesce($wrap, $wrap)',
      'greatest($wrap, $wrap)',
      'nullif($wrap, $wrap)',
      '$text::wrap',
      '(ARRAY[$wrap])[1]',
    ],
  },
  bool: {
    leaves: ['true', 'false', 'u.id IS NULL', 't.w IS NULL'],
    nodes: [
      ...[
        '$int $cmp $int',
        '$text $cmp $text',
        '$wrap $cmp $wrap',
        'NOT $bool',
        '$bool AND $bool',
        '$bool OR $bool',
      ],
      ...[
        '$wrap BETWEEN $wrap AND $wrap',
        '$int BETWEEN $int AND $int',
        '$wrap IN ($wrap, $wrap)',
        '$text IN ($text)',
      ],
      ...[
        '$wrap = ANY (ARRAY[$wrap])',
        'EXISTS ($query)',
        '$text LIKE $text',
        'ROW($any, 1) = ROW($any, 1)',
        't = t',
      ],
      ...["m.b = '{x}'", 'm.b @> ARRAY[$text]::d1[]', '$wrap IN (SELECT w FROM tw)', '$any IS NOT NULL'],
    ],
  },
  any: {
    leaves: ['u.id', 'u.name', 't.w', 'm.a', 'm.b', 't', 'u', 'm', '1', "'x'"],
    nodes: [
      ...[
        '$text',
        '$int',
        '$wrap',
        '$bool',
        'to_json($any)',
        'ROW($any)',
        'ARRAY[$text]',
        'pg_typeof($any)',
        'row_to_json(t)',
      ],
      ...[
        "'(x)'::comp",
        'ROW($text)::comp',
        'json_populate_record(NULL::comp, \'{"a":"x"}\')',
        "array_append(m.b, 'x')",
      ],
      ...[
        'jsonb_populate_record(m, \'{"a":"x"}\')',
        "'[a,b]'::drange",
        "'{x}'::d2[]",
        'jsonb_build_object(1, $any)',
      ],
    ],
  },
  query: {
    leaves: [
      'SELECT 1',
      ...NAMED.map((name) => `TABLE ${name}`),
      ...NAMED.map((name) => `SELECT * FROM ${name} LIMIT 1`),
    ],
    nodes: [
      ...SOURCES.flatMap((source) => [
        `SELECT $any FROM ${source} WHERE $bool`,
        `SELECT $any AS x, $any AS y FROM ${source}`,
        `SELECT $any FROM ${source} ORDER BY $any, 1`,
        `SELECT DISTINCT $any FROM ${source}`,
        `SELECT count(*), max($text), count(DISTINCT $any) FROM ${source} GROUP BY $any`,
      ]),
      ...[
        '$query UNION ALL $query',
        'SELECT * FROM ($query) q',
        'WITH c AS ($query) SELECT * FROM c',
        'SELECT $int FROM tw t, users u, tdom m',
      ],
      ...[
        'SELECT 1 FROM tw a NATURAL JOIN tw b',
        'SELECT 1 FROM tw a JOIN tw b USING (id)',
        'SELECT 1 FROM tw a JOIN tw b USING (w)',
      ],
      ...[
        'SELECT w FROM tw UNION SELECT w FROM tw',
        'SELECT * FROM tw ORDER BY id',
        'SELECT id FROM tw t ORDER BY t',
      ],
    ],
  },
};

const { query } = fc.letrec((tie: fc.LetrecTypedTie<Grammar>) => {
  const kind = (name: keyof Grammar) => {
    const { leaves, nodes } = TEMPLATES[name];
    // A long statement is almost always refused for one of its parts, and tests nothing else.
    const leaf = { arbitrary: fc.constantFrom(...leaves), weight: name === 'query' ? 3 : nodes.length };
    const inner = nodes.map((node) => ({ arbitrary: filled(node, tie), weight: 1 }));
    return fc.oneof({ maxDepth: 3, depthIdentifier: 'expression' }, leaf, ...inner);
  };
  return {
    text: kind('text'),
    int: kind('int'),
    wrap: kind('wrap'),
    bool: kind('bool'),
    any: kind('any'),
    query: kind('query'),
  };
});

/** Queries that reach the fixture's functions in ways their text does not show. */
export const statement: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', '', 'EXPLAIN ', 'EXPLAIN ANALYZE ', 'EXPLAIN (VERBOSE, COSTS off) '),
    query,
  )
  .map(([prefix, sql]) => prefix + sql);
