import type { Cell, Plan, RunOptions, Statement } from '../engine.ts';
import { openingOf, type PgContext } from './context.ts';
import { classifyError } from './errors.ts';
import { BEGIN_READ_ONLY, type StepResult, statement } from './exchange.ts';
import { renderPlan } from './plan-text.ts';
import { encode } from './run.ts';

const PLAIN_JSON = 'EXPLAIN (FORMAT JSON) ';
const PLAIN_TEXT = 'EXPLAIN ';
const ANALYZE_JSON = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ';

/** With `analyze` the statement runs once, so the text is rendered from the JSON; its changes are rolled back. */
export async function explain(
  context: PgContext,
  query: Statement,
  { readonly, asReader, analyze, signal }: RunOptions & { readonly analyze: boolean },
): Promise<Plan> {
  const prefixes = analyze ? [ANALYZE_JSON] : [PLAIN_JSON, PLAIN_TEXT];
  return context.pool.use(signal, async (session) => {
    try {
      const values = await encode(context, session, query, signal);
      const steps = prefixes.map((prefix) => statement(prefix + query.sql, values));
      const begin = readonly ? BEGIN_READ_ONLY : 'BEGIN';
      const opening = openingOf(session, begin, { asReader: readonly && asReader === true });
      const results = await session.exchange([...opening, ...steps], signal);
      return toPlan(...results.slice(opening.length));
    } catch (error) {
      const prefix = prefixes[0]?.length ?? 0;
      throw (session.usable && classifyError(error, { sql: query.sql, prefix })) || error;
    }
  });
}

function toPlan(json?: StepResult, text?: StepResult): Plan {
  const document: Cell = JSON.parse(json?.rows[0]?.[0] ?? 'null');
  const lines = text ? text.rows.map((row) => row[0] ?? '').join('\n') : renderPlan(document);
  return { text: lines, json: document };
}
