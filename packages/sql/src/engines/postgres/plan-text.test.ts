import { expect, test } from 'vitest';
import { renderPlan } from './plan-text.ts';

test('renders a plan as a tree without zero figures', () => {
  const scan = {
    'Node Type': 'Index Scan',
    'Index Name': 'users_pkey',
    'Relation Name': 'users',
    'Startup Cost': 0.28,
    'Total Cost': 8.29,
    'Plan Rows': 1,
    'Plan Width': 40,
    'Actual Loops': 0,
    'Shared Hit Blocks': 0,
  };
  const root = {
    'Node Type': 'Limit',
    'Startup Cost': 0,
    'Total Cost': 9,
    'Plan Rows': 1,
    'Plan Width': 40,
    'Actual Startup Time': 0.1,
    'Actual Total Time': 0.2,
    'Actual Rows': 0,
    'Actual Loops': 1,
    'Sort Key': ['a', 'b'],
    Plans: [scan],
  };
  const text = renderPlan([
    { Plan: root, Planning: { 'Shared Hit Blocks': 4, 'Shared Read Blocks': 0 }, Triggers: [] },
  ]);
  expect(text.split('\n')).toEqual([
    'Limit  (cost=0.00..9.00 rows=1 width=40) (actual time=0.100..0.200 rows=0 loops=1)',
    '  Sort Key: a, b',
    '  ->  Index Scan using users_pkey on users  (cost=0.28..8.29 rows=1 width=40) (never executed)',
    'Planning:',
    '  Buffers: shared hit=4',
  ]);
});

test('returns an unknown document as JSON', () => {
  expect(renderPlan([{ odd: 1 }])).toBe('[{"odd":1}]');
});
