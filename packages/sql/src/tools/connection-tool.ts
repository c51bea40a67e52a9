import type { Connection } from '@molehill/connections/definition';
import { assertReads } from '@molehill/connections/readonly';
import type { ToolContext } from '@molehill/core/context';
import { isMolehillError } from '@molehill/core/errors';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { SqlConnection } from '../config.ts';
import type { Dialect, SqlBackend } from '../engines/engine.ts';
import { sqlErrors } from '../errors.ts';
import { READS, refuse, type Verdict } from '../guard/guard.ts';
import { readAll } from '../rows.ts';
import { wantsExclusive } from './exclusive.ts';

export const connectionParam = z.string().min(1).describe('Name of the connection; see list_connections');

/** A connection that is open, and what its statements must keep to. */
export interface SqlScope {
  readonly config: SqlConnection;
  readonly dialect: Dialect;
  readonly backend: SqlBackend;
  /** What the guard says of the caller's statement; a tool that brings none reads. */
  readonly verdict: Verdict;
  /** Whether the engine is told to refuse changes: for every read, and for everything on a read-only connection. */
  readonly readonly: boolean;
  /** Whether the statement is proven to be planned and not run. */
  readonly planOnly: boolean;
}

/** How tools reach connections. */
export interface SqlConnections {
  /** The definition alone: nothing is connected for it. */
  look(name: string): Promise<{ readonly known: Connection<SqlConnection>; readonly dialect: Dialect }>;
  /** Gives the definition again: without `known` it may have changed since somebody looked. */
  use<T>(
    name: string,
    options: {
      readonly signal: AbortSignal;
      readonly known?: Connection<SqlConnection> | undefined;
    },
    work: (backend: SqlBackend, config: SqlConnection) => Promise<T>,
  ): Promise<T>;
  /** Lets go of results that are half read, for a change that would wait for them. */
  makeWay(config: SqlConnection): Promise<void>;
}

type ConnectionInput = z.ZodObject<{ connection: typeof connectionParam }>;

export interface ConnectionTool<I extends ConnectionInput, O extends z.ZodType>
  extends Omit<Tool<I, O>, 'run'> {
  /** The caller's SQL as the guard shall judge it. Tools without it run statements of their own, which read. */
  statement?(input: z.output<I>): string | undefined;
  /** The guard need not look: it is refused on a read-only connection whatever the SQL is. */
  readonly writes?: boolean;
  /** What a person is asked before something that is no read runs; nothing when nobody needs to be asked. */
  question?(input: z.output<I>, config: SqlConnection): string | undefined;
  run(input: z.output<I>, scope: SqlScope, context: ToolContext): Promise<z.input<O>>;
}

const runsScripts = refuse('script', 'a script may change anything, and is not looked into');

/** The one place where a tool meets a connection: nothing runs on a read-only one that is not proven to be a read. */
export function defineConnectionTool<I extends ConnectionInput, O extends z.ZodType>(
  connections: SqlConnections,
  tool: ConnectionTool<I, O>,
): Tool<I, O> {
  const { statement, writes, question, run, ...definition } = tool;
  const judge = async (sql: string | undefined, dialect: Dialect): Promise<Verdict> => {
    if (writes) return runsScripts;
    return sql === undefined ? READS : dialect.guard.judge(sql);
  };
  return defineTool<I, O>({
    ...definition,
    run: async (input, context) => {
      const { known, dialect } = await connections.look(input.connection);
      const sql = statement?.(input);
      const atFirst = await judge(sql, dialect);
      /** Whether a person was asked, which takes as long as it takes. */
      const admit = async (verdict: Verdict, config: SqlConnection) => {
        assertReads(config, verdict);
        if (verdict.reads) return false;
        const asked = question?.(input, config);
        if (asked !== undefined) await context.confirm(asked);
        return asked !== undefined;
      };
      // Before anything is opened: a question may end this call, and it comes again with the answer.
      const wasAsked = await admit(atFirst, known.config);
      const options = { signal: context.signal, known: wasAsked ? undefined : known };
      return connections.use(input.connection, options, async (backend, config) => {
        const verdict = await verify(atFirst, dialect, backend, context.signal);
        await admit(verdict, config);
        if (!verdict.reads && wantsExclusive(sql ?? '', config.type)) await connections.makeWay(config);
        const planOnly = isPlanOnly(verdict);
        const readonly = config.readonly || (verdict.reads && !planOnly);
        const scope = { config, dialect, backend, verdict, readonly, planOnly };
        return run(input, scope, context).catch((error: unknown) => {
          throw readonly && planOnly ? plansNoChanges(error) : error;
        });
      });
    },
  });
}

/** What the text alone does not show, the catalogue does: which functions and views are really reads. */
async function verify(
  verdict: Verdict,
  { guard }: Dialect,
  backend: SqlBackend,
  signal: AbortSignal,
): Promise<Verdict> {
  if (!verdict.reads || verdict.dependsOn === undefined) return verdict;
  const verified = await guard.verify(verdict.dependsOn, (sql, params) =>
    readAll(backend, { sql, params }, signal),
  );
  return verified.reads ? verdict : verified;
}

function isPlanOnly(verdict: Verdict): boolean {
  return verdict.reads && verdict.planOnly === true;
}

/** A server that is itself read-only may not even plan a change. That is its own limit, and no refusal of ours. */
function plansNoChanges(error: unknown): unknown {
  if (!isMolehillError(error) || error.code !== 'E_READONLY') return error;
  return sqlErrors.fail('E_UNSUPPORTED', 'This server plans no change that it could not make.', {
    hint: 'Ask for the plan of a SELECT with the same tables and conditions.',
    cause: error,
  });
}
