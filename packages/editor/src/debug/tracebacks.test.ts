import { expect, test } from 'vitest';
import { findTracebacks } from './tracebacks.ts';

const printed = {
  python: `before
Traceback (most recent call last):
  File "/p/a.py", line 9, in <module>
    main()
    ^^^^^^
  File "/p/a.py", line 4, in main
    raise KeyError('x')
KeyError: 'x'
after`,
  node: `TypeError: bad
    at work (/p/a.js:3:7)
    at node:internal/main:1:2
done`,
  uncaught: `Uncaught TypeError TypeError: planned 2
    at <anonymous> (/p/a.mjs:5:7)`,
  go: `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.pick(...)
\t/p/main.go:7
main.main()
\t/p/main.go:12 +0x1d
exit status 2`,
  pytest: `____ test_sum ____
    def test_sum():
>       assert 1 == 2
E       assert 1 == 2

test_a.py:2: AssertionError
==== short test summary info ====
FAILED test_a.py::test_sum - AssertionError: assert 1 == 2`,
  jest: `  ● sum › adds

    expect(received).toBe(expected)

      at Object.toBe (/p/sum.test.js:4:20)

Tests:       1 failed`,
  'go test': `--- FAIL: TestSum (0.00s)
    sum_test.go:8: got 3, want 4`,
};

test.each([
  [
    'python',
    { kind: 'python', type: 'KeyError', message: "'x'", file: '/p/a.py', line: 4, first: 1, last: 7 },
  ],
  ['node', { kind: 'node', type: 'TypeError', message: 'bad', file: '/p/a.js', line: 3 }],
  ['uncaught', { kind: 'node', type: 'TypeError', message: 'planned 2', file: '/p/a.mjs', line: 5 }],
  ['go', { kind: 'go', type: 'panic', file: '/p/main.go', line: 7 }],
  ['pytest', { kind: 'pytest', type: 'AssertionError', file: 'test_a.py', line: 2 }],
  ['jest', { kind: 'jest', file: '/p/sum.test.js', line: 4 }],
  ['go test', { kind: 'go test', file: 'sum_test.go', line: 8, message: 'TestSum: got 3, want 4' }],
] as const)('reads a failure of %s', (name, expected) => {
  const found = findTracebacks(printed[name].split('\n'));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject(expected);
});

test('leaves out the frames in which debugpy starts the program', () => {
  const lines = [
    'Traceback (most recent call last):',
    '  File "<frozen runpy>", line 198, in _run_module_as_main',
    '  File "/x/site-packages/debugpy/server/cli.py", line 71, in main',
    '  File "/p/a.py", line 9, in <module>',
    '  File "/p/a.py", line 4, in price',
    "KeyError: 'x'",
  ];
  expect(findTracebacks(lines)[0]?.frames).toEqual(['price (/p/a.py:4)', '<module> (/p/a.py:9)']);
});

test('takes no ordinary line for a failure', () => {
  expect(findTracebacks(['Error: printed', 'FAILED to open', '● item', 'panic button', ''])).toEqual([]);
});
