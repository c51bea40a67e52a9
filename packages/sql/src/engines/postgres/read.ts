import { NotSent } from '../shared/attempt.ts';
import { explainError } from './errors.ts';
import { command, type StepResult, statement } from './exchange.ts';
import { probe, type Room, withSession } from './room.ts';
import { BEGIN_READ_ONLY } from './run.ts';

/** Runs a statement of our own, which leaves nothing in the session, under protection and in one round trip. */
export async function readAll(
  room: Room,
  sql: string,
  values: readonly (string | null)[],
  signal: AbortSignal,
): Promise<StepResult['rows']> {
  return withSession(room, signal, async (lease) => {
    try {
      const steps = [command(BEGIN_READ_ONLY), statement(sql, values), command('ROLLBACK')];
      const [, result] = await probe(lease, steps, signal);
      return result?.rows ?? [];
    } catch (error) {
      throw error instanceof NotSent ? error : explainError(error);
    } finally {
      lease.release();
    }
  });
}
