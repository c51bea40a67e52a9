import { coreErrors } from '@molehill/core/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { exitCodes, paint, print, printJson, reportError, table, UsageError } from './output.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Captures what is written to a stream during the test. */
function captured(stream: NodeJS.WriteStream): string[] {
  const written: string[] = [];
  vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
  return written;
}

test('pads every column but the last to its longest cell', () => {
  const rows = [
    ['a', 'long cell', 'the last one is as long as it likes'],
    ['wider', 'b', 'c'],
    ['', '', ''],
  ];
  expect(table(rows).split('\n')).toEqual([
    'a      long cell  the last one is as long as it likes',
    'wider  b          c',
    '',
  ]);
});

test('colours do not count for the width of a column', () => {
  expect(
    table([
      ['\u001b[36ma\u001b[0m', 'x'],
      ['bc', 'y'],
    ]),
  ).toBe('\u001b[36ma\u001b[0m   x\nbc  y');
});

test('a table without rows is empty, and rows may be short', () => {
  expect(table([])).toBe('');
  expect(table([['a', 'b'], ['c']])).toBe('a  b\nc');
});

test('text and JSON go to standard output', () => {
  const written = captured(process.stdout);
  print('hello');
  printJson({ a: 1 });
  expect(written).toEqual(['hello\n', '{\n  "a": 1\n}\n']);
});

test.each([
  [
    'a usage error',
    new UsageError('No such flag.', 'See --help.'),
    'prog: No such flag. See --help.\n',
    exitCodes.usage,
  ],
  [
    'a MolehillError',
    coreErrors.fail('E_CONFIG', 'Bad port.'),
    'prog: [E_CONFIG] Bad port. — Correct the named setting.\n',
    exitCodes.failed,
  ],
  [
    'an error without a hint',
    coreErrors.fail('E_CONFIG', 'Bad.', { hint: '' }),
    'prog: [E_CONFIG] Bad.\n',
    exitCodes.failed,
  ],
  ['any other error', new Error('broken'), 'prog: broken\n', exitCodes.failed],
  ['a thrown string', 'broken', 'prog: broken\n', exitCodes.failed],
])('%s prints one line to standard error and has its exit code', (_, error, line, code) => {
  const written = captured(process.stderr);
  expect(reportError('prog', error)).toBe(code);
  expect(written).toEqual([line]);
});

test.each([
  ['a terminal', true, {}, '\u001b[1mx\u001b[0m'],
  ['a pipe', false, {}, 'x'],
  ['NO_COLOR', true, { NO_COLOR: '1' }, 'x'],
  ['TERM=dumb', true, { TERM: 'dumb' }, 'x'],
])('colour for %s', (_, isTTY, env, shown) => {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('TERM', 'xterm');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const before = process.stdout.isTTY;
  process.stdout.isTTY = isTTY;
  expect(paint('bold', 'x')).toBe(shown);
  process.stdout.isTTY = before;
});

test('a parameter in a hint is a flag', () => {
  const written = captured(process.stderr);
  const error = coreErrors.fail('E_CONFIG', 'Two windows match.', {
    hint: 'Name one with {param:workspace}.',
  });
  reportError('vscb', error);
  expect(written.join('')).toBe('vscb: [E_CONFIG] Two windows match. — Name one with --workspace.\n');
});
