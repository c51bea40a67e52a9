import { assertReads } from '@molehill/connections/readonly';
import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { EsBackend } from '../backend.ts';
import type { EsAnswer } from '../client/client.ts';
import { type Params, requestTarget } from '../client/target.ts';
import type { EsConnection } from '../config.ts';
import { judge } from '../guard.ts';

export const connectionParam = z.string().min(1).describe('Name of the connection; see list_connections');

/** How tools reach connections. */
export interface EsConnections {
  /** The definition alone: nothing is connected for it. */
  look(name: string): Promise<EsConnection>;
  use<T>(
    name: string,
    signal: AbortSignal,
    work: (backend: EsBackend, config: EsConnection) => Promise<T>,
  ): Promise<T>;
}

/** Path and parameters as they will be sent. */
export interface WrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
}

export interface ReadOptions {
  readonly params?: Params;
  readonly body?: unknown;
  readonly maxBytes?: number;
}

/** A connection that is open, and the ways in which a tool may ask it. */
export interface EsScope {
  readonly config: EsConnection;
  readonly backend: EsBackend;
  /** Asks what the guard knows to read, and nothing else, whatever the connection allows. */
  read(method: string, path: string, options?: ReadOptions): Promise<EsAnswer>;
}

type ConnectionInput = z.ZodObject<{ connection: typeof connectionParam }>;

export interface ConnectionTool<I extends ConnectionInput, O extends z.ZodType>
  extends Omit<Tool<I, O>, 'run'> {
  run(input: z.output<I>, scope: EsScope, context: ToolContext): Promise<z.input<O>>;
}

/** A tool that asks questions of its own on a connection. */
export function defineConnectionTool<I extends ConnectionInput, O extends z.ZodType>(
  connections: EsConnections,
  { run, ...definition }: ConnectionTool<I, O>,
): Tool<I, O> {
  return defineTool<I, O>({
    ...definition,
    run: (input, context) =>
      connections.use(input.connection, context.signal, (backend, config) =>
        run(input, { config, backend, read: reader(backend, context) }, context),
      ),
  });
}

function reader(backend: EsBackend, { signal, budget }: ToolContext): EsScope['read'] {
  return (method, path, { params, body, maxBytes = budget.textLimit.bytes } = {}) => {
    const target = requestTarget(path, params);
    const verdict = judge({ method, target, body });
    // Only a name that the caller gave can make it so.
    if (!verdict.reads) throw coreErrors.fail('E_INVALID_PARAMS', `index cannot be used: ${verdict.reason}`);
    return backend.request(method, target, {
      signal,
      maxBytes,
      reads: true,
      ...(body === undefined ? {} : { body }),
    });
  };
}

const READ_INSTEAD =
  'Ask with a request that only reads, such as _search or _count, or use a connection that may write.';

/** Sends what a caller wrote: on a read-only connection only what is known to read. */
export async function sendWritten(
  connections: EsConnections,
  name: string,
  request: WrittenRequest,
  { signal, budget }: ToolContext,
): Promise<EsAnswer> {
  const verdict = judge(request);
  const admit = (config: EsConnection) => assertReads(config, verdict, { hint: READ_INSTEAD });
  // Before anything is opened, and again with what was opened: the definition may have changed meanwhile.
  admit(await connections.look(name));
  return connections.use(name, signal, (backend, config) => {
    admit(config);
    const { method, target, body } = request;
    const options = { signal, maxBytes: budget.textLimit.bytes, reads: verdict.reads };
    return backend.request(method, target, { ...options, ...(body === undefined ? {} : { body }) });
  });
}
