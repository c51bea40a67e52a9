import { silentLog } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { defaultLimits } from '../upstreams/options.ts';
import { UpstreamPool } from '../upstreams/pool.ts';

/**
 * A gateway without frontends: starts the servers it is given as JSON, prints their process ids, and keeps running.
 * With `unwatched` it has no reaper.
 */
const configs: UpstreamConfig[] = JSON.parse(process.argv[2] ?? '[]');
const unwatched = { watch() {}, forget() {}, close() {} };
const pool = new UpstreamPool({
  ...defaultLimits,
  reaper: process.argv[3] === 'unwatched' ? unwatched : createReaper(silentLog),
  eras: { get: async () => undefined, put: async () => {} },
  log: silentLog,
  env: process.env,
  clientInfo: { name: 'gateway-process', version: '1.0.0' },
});
pool.sync('/', configs);
const upstreams = pool.list('/');
await Promise.all(upstreams.map((upstream) => upstream.use((client) => client.listTools())));
process.stdout.write(`${JSON.stringify(upstreams.map((upstream) => upstream.status().pid))}\n`);
setInterval(() => {}, 60_000);
