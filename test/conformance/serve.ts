import { silentLog } from '@molehill/core/log';
import { serveHttp } from '@molehill/serve/http/server';
import type { Fixture } from './fixture.ts';

export interface ServedFixture {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the fixture without a token, because the suite cannot send one. */
export async function serveFixture({ factory, bus }: Fixture): Promise<ServedFixture> {
  const serving = await serveHttp(
    { streamable: factory, sse: factory },
    { port: 0, token: undefined, log: silentLog, bus },
  );
  return { url: `${serving.url}/mcp`, close: () => serving.close() };
}
