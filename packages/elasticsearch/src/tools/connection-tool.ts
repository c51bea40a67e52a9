import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { EsBackend } from '../backend.ts';
import type { EsAnswer } from '../client/client.ts';
import { decoded, type Params, requestTarget } from '../client/target.ts';
import type { EsConnections } from '../connections.ts';
import { classify } from '../guard.ts';

export const connectionParam = z.string().min(1);

const MAX_INDEX_LENGTH = 2_000;

/** Date math may be percent-encoded or not; it is sent encoded. */
export const indexParam = z
  .string()
  .min(1)
  .max(MAX_INDEX_LENGTH)
  .transform((text) => (/%[0-9a-f]{2}/i.test(text) ? decoded(text) : text));

export interface ReadOptions {
  readonly params?: Params;
  readonly body?: unknown;
  readonly maxBytes?: number;
}

/** An open connection, for one call. */
export interface EsScope {
  readonly backend: EsBackend;
  /** Sends only what the guard knows to read, even on a connection that may write. */
  read(method: string, path: string, options?: ReadOptions): Promise<EsAnswer>;
  /** Reads a list, which may be long: it is filtered before it is cut to the budget. */
  list(path: string, params?: Params): Promise<EsAnswer>;
}

const LIST_BYTES = 16_000_000;

type ConnectionInput = z.ZodObject<{ connection: typeof connectionParam }>;

export interface ConnectionTool<I extends ConnectionInput, O extends z.ZodType>
  extends Omit<Tool<I, O>, 'run'> {
  run(input: z.output<I>, scope: EsScope, context: ToolContext): Promise<z.input<O>>;
}

/** A tool that composes its own requests on a connection. */
export function defineConnectionTool<I extends ConnectionInput, O extends z.ZodType>(
  connections: EsConnections,
  { run, ...definition }: ConnectionTool<I, O>,
): Tool<I, O> {
  return defineTool<I, O>({
    ...definition,
    run: (input, context) =>
      connections.use(input.connection, context.signal, (backend) =>
        run(input, scopeOf(backend, context), context),
      ),
  });
}

function scopeOf(backend: EsBackend, { signal }: ToolContext): EsScope {
  const read: EsScope['read'] = (method, path, { params, body, maxBytes } = {}) => {
    const target = requestTarget(path, params);
    const verdict = classify({ method, target, body });
    // Only what the caller gave can be the reason: its index, or a query that names another one.
    if (!verdict.reads)
      throw coreErrors.fail('E_INVALID_PARAMS', `index or query cannot be used: ${verdict.reason}`);
    return backend.request(method, target, { signal, maxBytes, reads: true, body });
  };
  const list: EsScope['list'] = (path, params = {}) => read('GET', path, { params, maxBytes: LIST_BYTES });
  return { backend, read, list };
}
