import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createRedactor } from './redact.ts';
import { runModule } from './testing/child.ts';
import { tempFolder } from './testing/temp-folder.ts';

function logTo(file: string, level: 'debug' | 'info' | 'warn' | 'error' | 'silent' = 'warn') {
  const redactor = createRedactor();
  return { log: createLog({ level, file, redactor }), redactor };
}

const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('writes JSON lines with level, time, pid, fields and message', () => {
  const file = join(tempFolder(), 'log');
  logTo(file).log.warn({ tool: 'echo' }, 'slow');
  expect(linesOf(file)).toEqual([
    {
      level: 40,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      pid: process.pid,
      tool: 'echo',
      msg: 'slow',
    },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('drops lines below the level', () => {
  const file = join(tempFolder(), 'log');
  const { log } = logTo(file, 'warn');
  log.debug({}, 'no');
  log.info({}, 'no');
  log.warn({}, 'yes');
  log.error({}, 'yes');
  expect(linesOf(file).map(({ msg }) => msg)).toEqual(['yes', 'yes']);
});

test('a silent log writes nothing', () => {
  const file = join(tempFolder(), 'log');
  const { log } = logTo(file, 'silent');
  for (const write of [log.debug, log.info, log.warn, log.error]) write({}, 'no');
  expect(existsSync(file)).toBe(false);
});

test('logs an error with its stack and without secrets', () => {
  const file = join(tempFolder(), 'log');
  const { log, redactor } = logTo(file);
  redactor.add('hun"ter2\\x');
  const said = JSON.stringify({ key: 'hun"ter2\\x' });
  log.error({ err: new Error(`failed with ${said}`), nested: { password: 'other' } }, 'hun"ter2\\x');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('log.test.ts');
  expect(text).not.toContain('ter2');
  expect(text).not.toContain('other');
});

test('recreates a rotated file', () => {
  const file = join(tempFolder(), 'log');
  const { log } = logTo(file);
  log.warn({}, 'first');
  renameSync(file, `${file}.old`);
  log.warn({}, 'second');
  expect(linesOf(file).map(({ msg }) => msg)).toEqual(['second']);
});

test.skipIf(!existsSync('/proc/self/fd'))('lines leave no file open', () => {
  const { log } = logTo(join(tempFolder(), 'log'));
  const before = readdirSync('/proc/self/fd').length;
  for (let line = 0; line < 20; line++) log.warn({}, 'line');
  expect(readdirSync('/proc/self/fd')).toHaveLength(before);
});

test('ignores a log that cannot be written', () => {
  const { log } = logTo(join(tempFolder(), 'no', 'such', 'folder', 'log'));
  expect(() => log.error({}, 'lost')).not.toThrow();
});

test('logs to standard error without a file, never to standard output', {
  timeout: 30_000,
}, async () => {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const { lines, errors } = await runModule(`
    import { createLog } from ${module('./log.ts')};
    import { createRedactor } from ${module('./redact.ts')};
    createLog({ level: 'info', redactor: createRedactor() }).info({ token: 'hunter2' }, 'to standard error');
  `);
  expect(lines).toEqual([]);
  expect(errors).toContain('"msg":"to standard error"');
  expect(errors).not.toContain('hunter2');
});

test('nothing in a line controls the terminal', () => {
  const file = join(tempFolder(), 'log');
  const name = 'a\u001b[2K\u009b31m\u202Eb\nFAKE';
  logTo(file).log.warn({ name }, name);
  expect(readFileSync(file, 'utf8').trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(linesOf(file)).toMatchObject([{ name, msg: name }]);
});
