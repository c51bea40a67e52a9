import { expect, test } from 'vitest';
import { coreErrors, defineErrors, isMolehillError, MolehillError, mergeErrorTables } from './errors.ts';

const sample = defineErrors({
  E_SAMPLE: { when: 'a sample is taken', hint: 'Put it back.', retryable: true },
});

test('recognises an error of another copy of the class', async () => {
  const address = './errors.ts?copy';
  const copy: typeof import('./errors.ts') = await import(/* @vite-ignore */ address);
  const foreign = copy.coreErrors.fail('E_TIMEOUT', 'late');
  expect(foreign).not.toBeInstanceOf(MolehillError);
  expect(isMolehillError(foreign)).toBe(true);
});

test.each([null, undefined, 'E_TIMEOUT', new Error('E_TIMEOUT'), { code: 'E_TIMEOUT' }])(
  'does not recognise %o as one of our errors',
  (value) => {
    expect(isMolehillError(value)).toBe(false);
  },
);

test('takes hint and retryability from the table unless given', () => {
  const usual = sample.fail('E_SAMPLE', 'taken');
  expect(usual).toMatchObject({ code: 'E_SAMPLE', message: 'taken', hint: 'Put it back.', retryable: true });
  const better = sample.fail('E_SAMPLE', 'taken', { hint: 'Keep it.', retryable: false });
  expect(better).toMatchObject({ hint: 'Keep it.', retryable: false });
});

test('has no hint and is not retryable without a table', () => {
  expect(new MolehillError('E_BARE', 'bare')).toMatchObject({ hint: '', retryable: false });
});

test('marks only transient errors as retryable', () => {
  const all = Object.entries(coreErrors.table);
  const retryable = all.filter(([, kind]) => kind.retryable);
  expect(retryable.map(([code]) => code).sort()).toEqual([
    'E_CANCELLED',
    'E_STORE_LOCKED',
    'E_TIMEOUT',
    'E_TOO_MANY_HANDLES',
  ]);
});

test('keeps cause and details', () => {
  const cause = new Error('below');
  const full = sample.fail('E_SAMPLE', 'taken', { cause, details: { where: 'here' } });
  expect(full.cause).toBe(cause);
  expect(full.details).toEqual({ where: 'here' });
  expect(sample.fail('E_SAMPLE', 'taken').details).toBeUndefined();
});

test('merges tables', () => {
  const merged = mergeErrorTables(coreErrors.table, sample.table);
  const size = [coreErrors, sample].reduce((sum, { table }) => sum + Object.keys(table).length, 0);
  expect(Object.keys(merged)).toHaveLength(size);
  expect(merged.E_SAMPLE).toBe(sample.table.E_SAMPLE);
});

test('rejects a code that is declared twice', () => {
  expect(() => mergeErrorTables(coreErrors.table, sample.table, sample.table)).toThrow(
    'error code E_SAMPLE is declared twice',
  );
});

test.each(Object.entries(coreErrors.table))(
  '%s documents when it is returned and what to do next',
  (_, kind) => {
    expect(kind.when).toMatch(/\.$/);
    expect(kind.hint).toMatch(/\.$/);
  },
);
