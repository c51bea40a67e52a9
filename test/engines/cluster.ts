import { mkdir } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withLock } from '@molehill/core/state/lock';
import { cacheDirectory } from './cache.ts';
import type { RunningServer, ServerOptions } from './server.ts';

/** Shared by the search clusters: HTTP requests and a lock that lets one cluster run at a time. */

export interface ClusterAddress {
  readonly port: number;
  readonly tls?: ServerOptions['tls'];
  /** `user:password`; undefined without authentication. */
  readonly auth?: string;
}

/** The response to a GET request, with any certificate; undefined while the node does not serve. */
export function askNode({ port, tls, auth }: ClusterAddress, path: string): Promise<string | undefined> {
  const options = { host: '127.0.0.1', port, path, agent: false, ...(auth && { auth }) };
  return new Promise((resolve) => {
    const request = tls ? requestHttps({ ...options, rejectUnauthorized: false }) : requestHttp(options);
    request.on('error', () => resolve(undefined));
    request.on('response', async (response) => {
      const body = await text(response).catch(() => undefined);
      resolve(response.statusCode === 200 ? body : undefined);
    });
    request.end();
  });
}

/** A start takes ten seconds on an idle machine. */
export const CLUSTER_START_LIMIT_MS = 4 * 60_000;

const LONGEST_WAIT_MS = 20 * 60_000;

/** Takes the machine-wide lock and returns the function that releases it. */
async function takeTurn(): Promise<() => Promise<void>> {
  await mkdir(cacheDirectory(), { recursive: true });
  const path = join(cacheDirectory(), 'cluster.lock');
  return new Promise((begin, fail) => {
    const turn = withLock({ path, waitMs: LONGEST_WAIT_MS }, () => {
      return new Promise<void>((end) => {
        begin(async () => {
          end();
          await turn;
        });
      });
    });
    turn.catch(fail);
  });
}

/** A search cluster needs most of a gigabyte, so a lock lets one run at a time, across all test files. */
export async function startInTurn(start: () => Promise<RunningServer>): Promise<RunningServer> {
  const giveTurn = await takeTurn();
  try {
    const server = await start();
    return { ...server, stop: () => server.stop().finally(giveTurn) };
  } catch (error) {
    await giveTurn();
    throw error;
  }
}
