import { createServer } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { connectDriver } from './connect.ts';

test.skipIf(process.platform === 'win32')('a path as host is a local socket', async () => {
  const path = join(tempFolder(), 'mysql.sock');
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const config = { name: 'a', type: 'mysql', host: path, user: 'u', readonly: true } as const;
  const target = { config, connectHost: path, connectPort: 3306, serverName: path };
  await expect(connectDriver(target)).rejects.toThrow();
  expect(connections).toBe(1);
});
