import { exactJson } from '@molehill/core/exact-json';
import { sqlErrors } from '../../errors.ts';
import type { Cell, Plan, RunOptions, Statement } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import type { Lease } from '../shared/pool.ts';
import { text } from './describe.ts';
import { explainError } from './errors.ts';
import { type NamedRow, readNamed } from './read.ts';
import { beginWriting, type Room, whileReading, withSession } from './room.ts';
import type { Session } from './session.ts';

/** The plan, and with `analyze` what running it took. Whatever that changed is rolled back, where the engine can. */
export async function explain(
  room: Room,
  query: Statement,
  options: RunOptions & { readonly analyze: boolean },
): Promise<Plan> {
  const readonly = options.readonly || room.config.readonly;
  return withSession(room, options.signal, async (lease) => {
    const ask = async (prefix: string) =>
      readNamed(lease, `${prefix} ${query.sql}`, query.params, options.signal);
    try {
      const plan = () => (options.analyze ? analyzed(lease, ask) : planned(lease, ask));
      if (readonly) return await whileReading(lease, options, plan);
      await beginWriting(room, lease);
      return await plan();
    } catch (error) {
      throw error instanceof NotSent ? error : explainError(error);
    } finally {
      lease.release();
    }
  });
}

type AskPlan = (prefix: string) => Promise<NamedRow[]>;

async function planned({ resource: { server } }: Lease<Session>, ask: AskPlan): Promise<Plan> {
  const json = await jsonOf(ask('EXPLAIN FORMAT=JSON'));
  if (server.hasTreePlans) return { text: await textOf(ask('EXPLAIN FORMAT=TREE')), json };
  return { text: renderTable(await ask('EXPLAIN')), json };
}

/** MariaDB tells it as JSON and newer MySQL as text; older ones cannot. */
async function analyzed({ resource: { server } }: Lease<Session>, ask: AskPlan): Promise<Plan> {
  if (server.isMariadb) {
    const json = await jsonOf(ask('ANALYZE FORMAT=JSON'));
    return { text: renderTree(json).join('\n'), json };
  }
  if (!server.hasTreePlans)
    throw sqlErrors.fail('E_UNSUPPORTED', `${server.name} cannot tell what running a statement took.`, {
      hint: 'Ask for the plan without analyze.',
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

/** One line for each step: what it reads and how. */
function renderTable(rows: readonly NamedRow[]): string {
  const lines = rows.map((row) => {
    const { id, select_type: kind, table, ...rest } = row;
    const facts = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
    const head = `${text(id)} ${text(kind)} ${text(table)}`.trim();
    return `${head}: ${facts.map(([name, value]) => `${name}=${text(value)}`).join(', ')}`;
  });
  return lines.join('\n');
}

/** A document as an indented list of what it says. */
function renderTree(value: Cell, indent = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${value}`];
  if (Array.isArray(value)) return value.flatMap((item) => renderTree(item, indent));
  return Object.entries(value).flatMap(([name, part]) => {
    const [first = '', ...more] = renderTree(part, '');
    const short = more.length === 0 && !first.includes(': ');
    return short ? [`${indent}${name}: ${first}`] : [`${indent}${name}:`, ...renderTree(part, `${indent}  `)];
  });
}
