import { expect, onTestFinished } from 'vitest';
import { openBackend } from '../../backend.ts';
import { type EsConnection, esConnectionSchema } from '../../config.ts';
import { type FakeClusterOptions, type Reply, startFakeCluster } from '../../testing/fake-cluster.ts';
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
  /** The local end of a tunnel. */
  readonly through?: string;
}

/** A backend without the registry of connections. */
export async function openTo({ port, through }: Place, fields: Fields = {}) {
  const config = configOf({ port, ...fields });
  const target = { config, connectHost: through ?? config.host, connectPort: port, serverName: config.host };
  const backend = await openBackend(target, AbortSignal.timeout(10_000));
  onTestFinished(() => backend.dispose());
  return backend;
}

/** A read without a timeout. */
export const wanted: RequestOptions = {
  signal: new AbortController().signal,
  reads: true,
};

export async function openFakeCluster(reply: Reply, fields: Fields = {}, options: FakeClusterOptions = {}) {
  const far = await startFakeCluster(reply, options);
  return { far, backend: await openTo(far, fields) };
}

export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
}
