import { expect, test } from 'vitest';
import type { Guard, Verdict } from '../../../guard/guard.ts';
import type { SqlBackend } from '../../engine.ts';
import { ask } from './backend.ts';

/** Refused statements with a part of the reason, by the rule that refuses them, and allowed statements. */
export interface VerifyCases {
  readonly refused: Readonly<Record<string, readonly (readonly [sql: string, reason: string])[]>>;
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
  for (const [rule, cases] of Object.entries(refused))
    test.each(cases)(`refuses %s by the rule ${rule}`, async (sql, reason) => {
      const verdict = await verify(guard, backend, sql);
      expect(verdict).toEqual({ reads: false, rule, reason: expect.any(String) });
      expect(verdict.reads || verdict.reason.toLowerCase()).toContain(reason.toLowerCase());
    });

  test.each(allowed)('allows %s', async (sql) => {
    expect(await verify(guard, backend, sql)).toMatchObject({ reads: true });
  });
}
