import { expect, test } from 'vitest';
import type { Guard, Verdict } from '../../../guard/guard.ts';
import type { SqlBackend } from '../../engine.ts';
import { ask } from './backend.ts';

/** Statements with part of the reason for which they are refused, and statements that are allowed. */
export interface VerifyCases {
  readonly refused: readonly (readonly [sql: string, reason: string])[];
  readonly allowed: readonly string[];
}

/** Judges a statement and looks up its dependencies. */
export async function verify(guard: Guard, backend: SqlBackend, sql: string): Promise<Verdict> {
  const verdict = await guard.judge(sql);
  if (!verdict.reads || verdict.dependsOn === undefined) throw new Error('no dependencies to verify');
  return guard.verify(
    verdict.dependsOn,
    async (query, params) => (await ask(backend, query, { params })).rows,
  );
}

export function testVerify(guard: Guard, backend: SqlBackend, { refused, allowed }: VerifyCases): void {
  test.each(refused)('refuses %s', async (sql, reason) => {
    const verdict = await verify(guard, backend, sql);
    expect(verdict).toEqual({ reads: false, rule: expect.any(String), reason: expect.any(String) });
    expect(verdict.reads || verdict.reason.toLowerCase()).toContain(reason.toLowerCase());
  });

  test.each(allowed)('allows %s', async (sql) => {
    expect(await verify(guard, backend, sql)).toEqual({ reads: true });
  });
}
