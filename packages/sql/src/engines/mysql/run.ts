import type { ResultCursor, RunOptions, Statement } from '../engine.ts';
import type { Pool } from '../shared/pool.ts';
import { MysqlCursor } from './cursor.ts';
import type { Session } from './session.ts';
import { isResettable, mayHaveInto } from './verb.ts';

export function run(
  pool: Pool<Session>,
  { sql, params }: Statement,
  { readonly, planOnly, signal }: RunOptions,
): Promise<ResultCursor> {
  return pool.lend(
    signal,
    async (lease) => {
      const { session } = lease;
      const send = () => {
        if (!isResettable(sql)) session.markDirty();
        return session.start(sql, params, signal, { requireRows: readonly && mayHaveInto(sql) });
      };
      if (!readonly) await session.allowWrites();
      const stream = await (readonly ? session.readOnly(planOnly, send) : send());
      return new MysqlCursor(lease, stream, sql, readonly);
    },
    readonly,
  );
}
