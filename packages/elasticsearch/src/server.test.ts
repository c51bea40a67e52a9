import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { describeAnyInput } from '@molehill/serve/testing/any-input';
import { describeServerContract } from '@molehill/serve/testing/server-contract';
import { afterAll } from 'vitest';
import { esServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'molehill-es-'));
const far = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
);
await new Promise<void>((done) => far.listen(0, '127.0.0.1', done));
const { port } = far.address() as AddressInfo;
const connections = [{ name: 'a', host: '127.0.0.1', port, scheme: 'http', auth: 'none' }];

const server = esServer({
  env: { ESMOLE_CONNECTIONS: JSON.stringify(connections) },
  stateRoot: join(folder, 'state'),
  workspace: folder,
  log: silentLog,
  redactor: createRedactor(),
});
afterAll(async () => {
  await server.close?.();
  far.close();
  far.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

describeServerContract(server);
describeAnyInput(server, 15);
