import type { Cell, Plan, RunOptions, Statement } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import { explainError } from './errors.ts';
import { command, type StepResult, statement } from './exchange.ts';
import { renderPlan } from './plan-text.ts';
import { type Room, withSession } from './room.ts';
import { BEGIN_READ_ONLY, encode, refuseZeroBytes } from './run.ts';

const PLAIN_JSON = 'EXPLAIN (FORMAT JSON) ';
const PLAIN_TEXT = 'EXPLAIN ';
const ANALYZE_JSON = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ';

/**
 * The plan, and with `analyze` what running it took. That runs the statement once, so that its text is made of the same
 * answer; whatever it changed is rolled back in any case.
 */
export async function explain(
  room: Room,
  query: Statement,
  options: RunOptions & { readonly analyze: boolean },
): Promise<Plan> {
  refuseZeroBytes(query.sql);
  const readonly = options.readonly || room.config.readonly;
  return withSession(room, options.signal, async (lease) => {
    const prefixes = options.analyze ? [ANALYZE_JSON] : [PLAIN_JSON, PLAIN_TEXT];
    try {
      const values = await encode(room, lease, query, options.signal);
      const steps = prefixes.map((prefix) => statement(prefix + query.sql, values));
      const begin = command(readonly ? BEGIN_READ_ONLY : 'BEGIN');
      const opening = [begin, ...lease.resource.preamble];
      const results = await lease.resource.exchange([...opening, ...steps], options.signal);
      const [json, text] = results.slice(opening.length);
      return toPlan(json, text);
    } catch (error) {
      const prefix = prefixes[0]?.length ?? 0;
      throw error instanceof NotSent ? error : explainError(error, { sql: query.sql, prefix });
    } finally {
      lease.release();
    }
  });
}

function toPlan(json: StepResult | undefined, text: StepResult | undefined): Plan {
  const document: Cell = JSON.parse(json?.rows[0]?.[0] ?? 'null');
  const lines = text ? text.rows.map((row) => row[0] ?? '').join('\n') : renderPlan(document);
  return { text: lines, json: document };
}
