import { createServer, type Server } from 'node:net';
import { coreErrors } from '@molehill/core/errors';

export interface Held {
  readonly port: number;
  readonly server: Server;
  close(): Promise<void>;
}

/** Binds a port; rejects with E_PORT_IN_USE as serve's HTTP server does. */
export function listen(port: number): Promise<Held> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? coreErrors.fail('E_PORT_IN_USE', `Port ${port} is in use.`) : error);
    });
    const close = () => new Promise<void>((done) => server.close(() => done()));
    server.listen({ port, host: '127.0.0.1' }, () => resolve({ port, server, close }));
  });
}

/** Below the ephemeral ports, and different for each process of the test run. */
export function ownRange(size = 50) {
  const first = 20_000 + (process.pid % 200) * size;
  return { first, last: first + size - 1 };
}
