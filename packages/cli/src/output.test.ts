import { coreErrors } from '@molehill/core/errors';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { exitCodes, paint, print, printError, printJson, reportError, table, UsageError } from './output.ts';

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
  onTerminal(isTTY, env);
  const written = captured(process.stdout);
  print(paint('bold', 'x'));
  expect(written).toEqual([`${shown}\n`]);
});

/** Until the end of the test. */
function onTerminal(isTTY: boolean, env: Readonly<Record<string, string>> = {}): void {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('TERM', 'xterm');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const before = process.stdout.isTTY;
  process.stdout.isTTY = isTTY;
  onTestFinished(() => {
    process.stdout.isTTY = before;
  });
}

test('colours do not count for the width of a column', () => {
  onTerminal(true);
  const written = captured(process.stdout);
  print(
    table([
      [paint('cyan', 'a'), 'x'],
      ['bc', 'y'],
    ]),
  );
  expect(written).toEqual(['\u001b[36ma\u001b[0m   x\nbc  y\n']);
});

/** As a folder name: erases the line above, colours, reverses, rings, begins a line. */
const HOSTILE = '\u001b[1A\u001b[2K\u001b[1mx\u009b31m\u202Ey\u0007\nFAKE';
const SHOWN = '\\u{1B}[1A\\u{1B}[2K\\u{1B}[1mx\\u{9B}31m\\u{202E}y\\u{7}';

test.each([true, false])(
  'names from outside are visible wherever they are printed; terminal: %s',
  (isTTY) => {
    onTerminal(isTTY);
    const [out, err] = [captured(process.stdout), captured(process.stderr)];
    print(HOSTILE);
    print(table([[HOSTILE, 'b']]));
    print(paint('dim', HOSTILE).replace(/^<[^>]*>|<[^>]*>$/g, ''));
    printError(HOSTILE);
    reportError('molehill', new UsageError(`The workspace ${HOSTILE} is not a folder.`, 'Give another.'));
    expect(out).toEqual([`${SHOWN}\nFAKE\n`, `${SHOWN}\\nFAKE  b\n`, `${SHOWN}\\nFAKE\n`]);
    expect(err).toEqual([
      `${SHOWN}\nFAKE\n`,
      `molehill: The workspace ${SHOWN}\\nFAKE is not a folder. Give another.\n`,
    ]);
  },
);

test('JSON on a terminal is safe and is the same value', () => {
  const written = captured(process.stdout);
  printJson({ folder: HOSTILE });
  expect(written.join('')).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  expect(JSON.parse(written.join(''))).toEqual({ folder: HOSTILE });
});

test('a parameter in a hint is a flag', () => {
  const written = captured(process.stderr);
  const error = coreErrors.fail('E_CONFIG', 'Two windows match.', {
    hint: 'Name one with {param:workspace}.',
  });
  reportError('vscb', error);
  expect(written.join('')).toBe('vscb: [E_CONFIG] Two windows match. — Name one with --workspace.\n');
});
