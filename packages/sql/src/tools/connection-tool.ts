import type { Connection } from '@molehill/connections/definition';
import type { ToolContext } from '@molehill/core/context';
import type { CallEffects } from '@molehill/core/effects';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import type { HandleKind } from '@molehill/core/handles';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { Cursor } from '../cursors.ts';
import type { Dialect, ResultCursor, SqlBackend, SqlConnection, Statement } from '../engines/engine.ts';
import { sqlErrors } from '../errors.ts';
import { type Guard, READS, type Reading, refuse, type Verdict } from '../guard/guard.ts';
import { readAll } from '../rows.ts';
import { destroys } from './destructive.ts';
import { wantsExclusive } from './exclusive.ts';
import { faultIn } from './faults.ts';
import type { SqlScope } from './scope.ts';
import { question } from './statement.ts';
import { withNearNames } from './wrong-names.ts';

export const connectionParam = z.string().min(1);

/** How tools reach connections. */
export interface SqlConnections {
  /** The definition alone; nothing is connected. */
  find(name: string): Promise<{ readonly known: Connection<SqlConnection>; readonly dialect: Dialect }>;
  /** Connects in advance unless it is connected. The call that uses the connection reports what fails. */
  warm(
    name: string,
    options: { readonly signal: AbortSignal; readonly known: Connection<SqlConnection> },
  ): void;
  /** Without `known` the definition is read again: it may have changed meanwhile. */
  use<T>(
    name: string,
    options: {
      readonly signal: AbortSignal;
      readonly known?: Connection<SqlConnection> | undefined;
    },
    work: (backend: SqlBackend, config: SqlConnection) => Promise<T>,
  ): Promise<T>;
  placeOf(config: SqlConnection): string;
  readonly cursors: HandleKind<Cursor>;
}

type ConnectionInput = z.ZodObject<{ connection: typeof connectionParam }>;

export interface ConnectionTool<I extends ConnectionInput, O extends z.ZodType>
  extends Omit<Tool<I, O>, 'run' | 'effects'> {
  readonly effects: Omit<Tool<I, O>['effects'], 'of'>;
  /** The caller's SQL for the guard. Tools without it run their own statements, which read. */
  statement?(input: z.output<I>): string | undefined;
  /** Whether the statement is only planned. */
  isPlanned?(input: z.output<I>): boolean;
  /** Whether the SQL is a script, which the guard does not look into. */
  readonly isScript?: boolean;
  /** Changes the effects of the statement, for a tool that does more than run it. */
  effectsOf?(statement: CallEffects, input: z.output<I>): CallEffects;
  /** Leaves a call running that takes longer than this. */
  readonly background?: { readonly title: string; readonly waitMs: number };
  run(input: z.output<I>, scope: SqlScope, context: ToolContext): Promise<z.input<O>>;
}

interface Judged {
  readonly known: Connection<SqlConnection>;
  readonly dialect: Dialect;
  readonly verdict: Verdict;
}

const SCRIPT = refuse('script', 'a script may contain writes');

/** The only place where a tool meets a connection: judges the statement for the policy, then runs the tool. */
export function defineConnectionTool<I extends ConnectionInput, O extends z.ZodType>(
  connections: SqlConnections,
  tool: ConnectionTool<I, O>,
): Tool<I, O> {
  const { statement, isPlanned, isScript, effects, effectsOf, background, run, ...definition } = tool;
  type Input = z.output<I>;
  /** The policy and the handler get the same input object, and the guard judges it once. */
  const judgements = new WeakMap<Input, Judged>();

  const judge = (input: Input, signal: AbortSignal) => {
    const judged = { sql: statement?.(input), isPlanned: isPlanned?.(input), isScript };
    return judgeStatement(connections, input.connection, judged, signal);
  };
  const of = async (input: Input, { signal }: { readonly signal: AbortSignal }): Promise<CallEffects> => {
    const judged = await judge(input, signal);
    judgements.set(input, judged);
    const call = statementEffects(judged, statement?.(input) ?? '');
    return effectsOf?.(call, input) ?? call;
  };
  const runOn = async (input: Input, judged: Judged, context: ToolContext): Promise<z.input<O>> => {
    const { known, dialect, verdict } = judged;
    const { signal, handles } = context;
    const options = { signal, known: verdict.reads ? known : undefined };
    return connections.use(input.connection, options, async (backend, config) => {
      if (config.readonly && !verdict.reads) throw becameReadonly(config);
      const place = connections.placeOf(config);
      if (!verdict.reads && wantsExclusive(statement?.(input) ?? '', dialect))
        await handles.closeIdle(connections.cursors, (cursor) => cursor.place === place);
      const scope = openScope(definition.name, judged, backend, config.readonly, place);
      return run(input, scope, context).catch(async (error: unknown) => {
        const named = await withNearNames(error, statement?.(input) ?? '', scope, signal);
        throw scope.readonly && scope.planOnly ? cannotPlan(named) : named;
      });
    });
  };
  return defineTool<I, O>({
    ...definition,
    // The server of a database may be anywhere.
    effects: { openWorld: true, ...effects, ...(statement ? { of } : {}) },
    run: async (input, context) => {
      const judged = judgements.get(input) ?? (await judge(input, context.signal));
      if (!background) return runOn(input, judged, context);
      return context.background(
        background.title,
        ({ signal, progress }) => runOn(input, judged, { ...context, signal, progress }),
        background,
      );
    },
  });
}

function openScope(
  tool: string,
  { dialect, verdict }: Judged,
  backend: SqlBackend,
  isReadonly: boolean,
  place: string,
): SqlScope {
  const planOnly = verdict.reads && verdict.planOnly === true;
  const asReader = verdict.reads && verdict.asReader === true;
  const readonly = isReadonly || (verdict.reads && !planOnly);
  return {
    ...{ dialect, place, backend, verdict, readonly, planOnly },
    run: (statement, signal) => backend.run(statement, { readonly, planOnly, asReader, signal }),
    read: (statement, signal) => readGuarded(tool, dialect.guard, backend, statement, signal),
  };
}

interface JudgedText {
  readonly sql: string | undefined;
  readonly isPlanned: boolean | undefined;
  readonly isScript: boolean | undefined;
}

/** By its text, then by the catalogue, which shows whether the functions and views in it only read. */
async function judgeStatement(
  connections: SqlConnections,
  name: string,
  { sql, isPlanned, isScript }: JudgedText,
  signal: AbortSignal,
): Promise<Judged> {
  const { known, dialect } = await connections.find(name);
  const { guard } = dialect;
  if (sql === undefined || isScript) return { known, dialect, verdict: isScript ? SCRIPT : READS };
  // The parser of the guard is loaded meanwhile.
  connections.warm(name, { signal, known });
  // The guard excludes text that is more than the one statement to plan.
  const verdict = await guard.judge(isPlanned ? `EXPLAIN ${sql}` : sql);
  if (!verdict.reads) {
    const fault = await faultIn(sql, verdict, dialect, known);
    if (fault) throw fault;
  }
  if (!verdict.reads || verdict.dependsOn === undefined) return { known, dialect, verdict };
  const verified = await connections.use(name, { signal, known }, (backend) =>
    verifyReading(guard, verdict, backend, signal),
  );
  return { known, dialect, verdict: verified };
}

async function verifyReading(
  guard: Guard,
  reading: Reading,
  backend: SqlBackend,
  signal: AbortSignal,
): Promise<Verdict> {
  if (reading.dependsOn === undefined) return reading;
  const verified = await guard.verify(reading.dependsOn, (sql, params) =>
    readAll(backend, { sql, params }, signal),
  );
  return verified.reads ? { ...reading, ...verified } : verified;
}

async function readGuarded(
  tool: string,
  guard: Guard,
  backend: SqlBackend,
  statement: Statement,
  signal: AbortSignal,
): Promise<ResultCursor> {
  const judged = await guard.judge(statement.sql);
  const verdict = judged.reads ? await verifyReading(guard, judged, backend, signal) : judged;
  if (verdict.reads)
    return backend.run(statement, { readonly: true, asReader: verdict.asReader === true, signal });
  throw sqlErrors.fail('E_READONLY', `${tool} only reads: ${verdict.reason} (rule ${verdict.rule}).`, {
    hint: 'Choose a table or view that runs no such function.',
  });
}

/** What a statement would do to its connection, for the policy. */
function statementEffects({ known, dialect, verdict }: Judged, sql: string): CallEffects {
  if (verdict.reads) return { effect: 'reads' };
  const { confirm } = known;
  const { name, readonly } = known.config;
  const { reason, rule } = verdict;
  const confirmHint = `A person can set "confirm": "never" on it, in DBMOLE_CONNECTIONS or the file of DBMOLE_CONFIG.`;
  const target = { name: `connection "${name}"`, readonly, reason, rule, confirm, confirmHint };
  const destroyed = destroys(sql, dialect);
  const summary = question(`${destroyed ?? 'Write'} on ${target.name}`, sql);
  return { effect: destroyed === undefined ? 'writes' : 'destroys', summary, target };
}

/** A person may take long to answer, and the definition may change meanwhile. */
function becameReadonly({ name }: SqlConnection) {
  return coreErrors.fail('E_READONLY', `Connection "${name}" became read-only while the call was pending.`);
}

/** A read-only server may refuse to plan a write, which is its own limit. */
function cannotPlan(error: unknown): unknown {
  if (!isMolehillError(error) || error.code !== 'E_READONLY') return error;
  return sqlErrors.fail('E_UNSUPPORTED', 'This server cannot plan a write because it is read-only.', {
    hint: 'Explain a SELECT with the same tables and conditions.',
    cause: error,
  });
}
