import { exactJson } from '@molehill/core/exact-json';
import { sqlErrors } from '../../errors.ts';
import type { Cell, Plan, RunOptions, Statement } from '../engine.ts';
import { text } from '../shared/catalogue.ts';
import type { Pool } from '../shared/pool.ts';
import { type NamedRow, readNamed } from './reader.ts';
import type { ServerKind } from './server.ts';
import type { Session } from './session.ts';

type AskPlan = (prefix: string) => Promise<NamedRow[]>;

/** With `analyze` the statement runs; its changes are rolled back where the storage engine supports that. */
export function explain(
  pool: Pool<Session>,
  { sql, params }: Statement,
  { readonly, planOnly, analyze, signal }: RunOptions & { readonly analyze: boolean },
): Promise<Plan> {
  return pool.use(signal, async (session) => {
    const ask: AskPlan = (prefix) => readNamed(session, `${prefix} ${sql}`, params, signal);
    const plan = () => (analyze ? analyzed(session.server, ask) : planned(session.server, ask));
    if (readonly) return session.readOnly(planOnly, plan);
    await session.allowWrites();
    await session.begin();
    return plan();
  });
}

async function planned(server: ServerKind, ask: AskPlan): Promise<Plan> {
  const json = await jsonOf(ask('EXPLAIN FORMAT=JSON'));
  if (server.hasTreePlans) return { text: await textOf(ask('EXPLAIN FORMAT=TREE')), json };
  return { text: renderTable(await ask('EXPLAIN')), json };
}

/** MariaDB returns JSON and newer MySQL text; older versions support neither. */
async function analyzed(server: ServerKind, ask: AskPlan): Promise<Plan> {
  if (server.isMariadb) {
    const json = await jsonOf(ask('ANALYZE FORMAT=JSON'));
    return { text: renderTree(json).join('\n'), json };
  }
  if (!server.hasTreePlans)
    throw sqlErrors.fail('E_UNSUPPORTED', `${server.name} does not support EXPLAIN ANALYZE.`, {
      hint: 'Request the plan without analyze.',
    });
  const tree = await textOf(ask('EXPLAIN ANALYZE'));
  return { text: tree, json: await jsonOf(ask('EXPLAIN FORMAT=JSON')) };
}

async function textOf(rows: Promise<NamedRow[]>): Promise<string> {
  return text(Object.values((await rows)[0] ?? {})[0]);
}

async function jsonOf(rows: Promise<NamedRow[]>): Promise<Cell> {
  return exactJson(await textOf(rows));
}

/** One line per row of EXPLAIN's table. */
function renderTable(rows: readonly NamedRow[]): string {
  const lines = rows.map(({ id, select_type: kind, table, ...rest }) => {
    const facts = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
    const head = `${text(id)} ${text(kind)} ${text(table)}`.trim();
    return `${head}: ${facts.map(([name, value]) => `${name}=${text(value)}`).join(', ')}`;
  });
  return lines.join('\n');
}

/** A document as indented lines. */
function renderTree(value: Cell, indent = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${value}`];
  if (Array.isArray(value)) return value.flatMap((item) => renderTree(item, indent));
  return Object.entries(value).flatMap(([name, part]) => {
    const [first = '', ...more] = renderTree(part, '');
    const short = more.length === 0 && !first.includes(': ');
    return short ? [`${indent}${name}: ${first}`] : [`${indent}${name}:`, ...renderTree(part, `${indent}  `)];
  });
}
