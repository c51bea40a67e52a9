import { expect, test } from 'vitest';
import { type ConfigSources, defaultConfig, environmentSettings, resolveConfig } from './config.ts';

const PATH = '/home/ann/config.json';

function resolved(sources: { file?: unknown; env?: ConfigSources['env']; flags?: ConfigSources['flags'] }) {
  const { file, env = {}, flags = {} } = sources;
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  return resolveConfig({ file: file === undefined ? undefined : { path: PATH, text }, env, flags });
}

const refused = (message: string | RegExp) =>
  expect.objectContaining({
    code: 'E_CONFIG',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

test('uses defaults without any source', async () => {
  expect(await resolved({})).toEqual(defaultConfig);
});

test('prefers flags over environment over file over defaults', async () => {
  const file = { timeoutMs: 1, budgetRows: 11, port: 111, logLevel: 'debug' };
  const env = { MOLEHILL_TIMEOUT: '2', MOLEHILL_BUDGET_ROWS: '22' };
  const flags = { timeoutMs: '3' };
  expect(await resolved({ file, env, flags })).toEqual({
    ...defaultConfig,
    timeoutMs: 3,
    budgetRows: 22,
    port: 111,
    logLevel: 'debug',
  });
});

test('maps every variable to its setting', async () => {
  const values: Record<string, string> = {
    timeoutMs: '1234',
    logLevel: 'error',
    logFile: '123',
    port: '8080',
    budgetRows: '7',
    budgetBytes: '7000',
    budgetTokens: '700',
    auditArguments: 'full',
    audit: 'required',
  };
  const env = Object.fromEntries(
    Object.entries(environmentSettings).map(([name, key]) => [name, values[key]]),
  );
  expect(await resolved({ env })).toEqual({
    timeoutMs: 1234,
    logLevel: 'error',
    logFile: '123',
    port: 8080,
    budgetRows: 7,
    budgetBytes: 7000,
    budgetTokens: 700,
    auditArguments: 'full',
    audit: 'required',
  });
});

test('ignores an empty variable and a missing flag', async () => {
  expect(await resolved({ env: { MOLEHILL_PORT: '' }, flags: { timeoutMs: undefined } })).toEqual(
    defaultConfig,
  );
});

test('accepts comments and trailing commas in the file', async () => {
  const file = '// ours\n{\n  /* a minute */ "timeoutMs": 60000,\n}\n';
  expect(await resolved({ file })).toMatchObject({ timeoutMs: 60_000 });
});

test.each([
  ['{\n  "timeoutMs": 5\n  "port": 1\n}', `${PATH}, line 3: CommaExpected`],
  ['{\n\n  "timeoutMs": five\n}', `${PATH}, line 3: InvalidSymbol`],
  ['', `${PATH}, line 1: ValueExpected`],
])('names file and line of invalid JSON: %j', async (file, message) => {
  await expect(resolved({ file })).rejects.toThrow(refused(message));
});

test.each(['[]', '"text"', 'null', '5'])('rejects a file that contains %s', async (file) => {
  await expect(resolved({ file })).rejects.toThrow(
    refused(/^\/home\/ann\/config\.json: the file is not valid/),
  );
});

test('suggests the closest name for an unknown key', async () => {
  await expect(resolved({ file: { timeout: 5 } })).rejects.toThrow(
    refused(`${PATH}: timeout is not a setting. Did you mean "timeoutMs"?`),
  );
});

test('lists the known keys for an unknown one', async () => {
  await expect(resolved({ file: { qqqqqqqqqqqq: 5 } })).rejects.toThrow(
    refused(/is not a setting\. Known: timeoutMs, logLevel, /),
  );
});

test.each([
  [{ timeoutMs: '5' }, 'timeoutMs'],
  [{ timeoutMs: 0 }, 'timeoutMs'],
  [{ timeoutMs: 3_600_001 }, 'timeoutMs'],
  [{ port: 65_536 }, 'port'],
  [{ port: 1.5 }, 'port'],
  [{ logLevel: 'loud' }, 'logLevel'],
  [{ budgetBytes: 999 }, 'budgetBytes'],
  [{ budgetTokens: 199 }, 'budgetTokens'],
  [{ auditArguments: true }, 'auditArguments'],
  [{ logFile: '' }, 'logFile'],
])('names the key of an invalid value: %j', async (file, key) => {
  await expect(resolved({ file })).rejects.toThrow(
    refused(new RegExp(`^/home/ann/config\\.json: ${key} is not valid: `)),
  );
});

test.each([
  ['MOLEHILL_TIMEOUT', 'soon'],
  ['MOLEHILL_TIMEOUT', '5s'],
  ['MOLEHILL_PORT', '-1'],
  ['MOLEHILL_BUDGET_ROWS', '1e3'],
  ['MOLEHILL_LOG_LEVEL', 'loud'],
])('names an invalid variable: %s=%s', async (name, value) => {
  await expect(resolved({ env: { [name]: value } })).rejects.toThrow(
    refused(new RegExp(`^${name} is not valid: `)),
  );
});

test.each([
  ['timeoutMs', '--timeout'],
  ['port', '--port'],
] as const)('names an invalid flag: %s', async (key, flag) => {
  await expect(resolved({ flags: { [key]: 'many' } })).rejects.toThrow(
    refused(new RegExp(`^${flag} is not valid: `)),
  );
});
