import { expect, onTestFinished } from 'vitest';
import { openBackend } from '../../backend.ts';
import { type EsConnection, esConnectionSchema } from '../../config.ts';
import { type FarEndOptions, type Reply, startFarEnd } from '../../testing/far-end.ts';
import type { RequestOptions } from '../client.ts';

export type Fields = Readonly<Record<string, unknown>>;

function configOf(fields: Fields): EsConnection {
  return esConnectionSchema.parse({
    name: 'far',
    host: '127.0.0.1',
    scheme: 'http',
    auth: 'none',
    ...fields,
  });
}

interface Place {
  readonly port: number;
  /** The near end of a tunnel, where that is not the host. */
  readonly through?: string;
}

/** A backend as a connection has it, without the connection. */
export async function openTo({ port, through }: Place, fields: Fields = {}) {
  const config = configOf({ port, ...fields });
  const target = { config, connectHost: through ?? config.host, connectPort: port, serverName: config.host };
  const backend = await openBackend(target, AbortSignal.timeout(10_000));
  onTestFinished(() => backend.dispose());
  return backend;
}

/** A request that reads, by somebody with time and room. */
export const wanted: RequestOptions = {
  signal: new AbortController().signal,
  maxBytes: 100_000,
  reads: true,
};

export async function openFarEnd(reply: Reply, fields: Fields = {}, options: FarEndOptions = {}) {
  const far = await startFarEnd(reply, options);
  return { far, backend: await openTo(far, fields) };
}

export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
}
