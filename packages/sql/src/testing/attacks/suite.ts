import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectSql, type Input, openSqlEndpoint, type SqlEndpoint } from '../sql-client.ts';
import type { Attack } from './cases.ts';
import { type AttackFixture, difference, type OpenAttackFixture } from './fixture.ts';

type Call = readonly [tool: string, input: Input];

/** Every tool that runs the caller's statement. */
function callsOf(attack: Attack): readonly Call[] {
  if (typeof attack !== 'string') return [attack];
  return [
    ['query', { sql: attack }],
    ['explain_query', { sql: attack }],
    ['explain_query', { sql: attack, analyze: true }],
    ['export_query', { sql: attack, path: 'rows.csv' }],
  ];
}

/** Attacks on a read-only connection of a superuser. A refusal is safe, and so is a read without effects. */
export function describeAttacks(engine: string, open: OpenAttackFixture, attacks: readonly Attack[]): void {
  describe(`attacks on ${engine}`, () => {
    let fixture: AttackFixture | undefined;
    let endpoint: SqlEndpoint;

    beforeAll(async () => {
      fixture = await open();
      const connections = [{ ...fixture?.definition, name: 'ro', readonly: true }];
      endpoint = openSqlEndpoint({ connections: fixture ? connections : [] });
    });
    afterAll(async () => {
      await endpoint?.close();
      await fixture?.close();
    });

    const titled = attacks.map((attack) => ({ title: JSON.stringify(attack).slice(0, 160), attack }));
    test.for(titled)('no effect: $title', async ({ attack }, { skip }) => {
      if (!fixture) return skip();
      const { call } = await connectSql(endpoint);
      const before = await fixture.snapshot();
      for (const [tool, input] of callsOf(inFolder(attack, fixture.folder))) {
        const { ok, error, text } = await call(tool, { ...input, connection: 'ro' });
        expect(['E_INTERNAL', 'E_TIMEOUT'], text).not.toContain(error?.code);
        if (!ok || tool !== 'query') continue;
        const { sessionEffect } = await fixture.runUnguarded(String(input.sql));
        expect(sessionEffect).toBeUndefined();
      }
      expect(difference(before, await fixture.snapshot())).toEqual([]);
    });

    test('the snapshot shows effects of every kind', async ({ skip }) => {
      if (!fixture) return skip();
      for (const [kind, cause] of Object.entries(fixture.effects)) {
        const before = await fixture.snapshot();
        await cause();
        expect(difference(before, await fixture.snapshot()), kind).not.toEqual([]);
      }
    });
  });
}

function inFolder(attack: Attack, folder: string): Attack {
  return JSON.parse(JSON.stringify(attack).replaceAll('@DIR@', folder)) as Attack;
}
