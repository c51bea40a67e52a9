import { expect, test } from 'vitest';
import { postgresGuard } from '../engines/postgres/guard/guard.ts';
import { READS } from './guard.ts';
import { cacheVerdicts } from './verdict-cache.ts';

function counted() {
  const judged: string[] = [];
  const judge = cacheVerdicts(async (sql) => {
    judged.push(sql);
    return READS;
  });
  return { judge, judged };
}

test('judges the same text once', async () => {
  const { judge, judged } = counted();
  for (const sql of ['SELECT 1', 'SELECT 1', 'SELECT 2', 'select 1', 'SELECT 1']) await judge(sql);
  expect(judged).toEqual(['SELECT 1', 'SELECT 2', 'select 1']);
});

test('evicts the least recently used text', async () => {
  const { judge, judged } = counted();
  await judge('kept');
  for (let n = 0; n < 1_000; n++) {
    await judge(`SELECT ${n}`);
    await judge('kept');
  }
  await judge('SELECT 0');
  expect(judged.filter((sql) => sql === 'kept')).toHaveLength(1);
  expect(judged.filter((sql) => sql === 'SELECT 0')).toHaveLength(2);
});

test('does not cache long texts', async () => {
  const { judge, judged } = counted();
  const long = `SELECT '${'x'.repeat(5_000)}'`;
  await judge(long);
  await judge(long);
  expect(judged).toHaveLength(2);
});

test('does not cache failures', async () => {
  let failures = 1;
  const judge = cacheVerdicts(async () => {
    if (failures-- > 0) throw new Error('out of memory');
    return READS;
  });
  await expect(judge('SELECT 1')).rejects.toThrow('out of memory');
  expect(await judge('SELECT 1')).toBe(READS);
});

test('returns equal verdicts from the cache, refusals included', async () => {
  for (const sql of ['SELECT f(1) FROM t', 'DELETE FROM t', 'SELECT 1; SELECT 2', 'nonsense'])
    expect(await postgresGuard.judge(sql)).toEqual(await postgresGuard.judge(sql));
  expect(await postgresGuard.judge('DELETE FROM t')).toMatchObject({ reads: false, rule: 'statement' });
});
