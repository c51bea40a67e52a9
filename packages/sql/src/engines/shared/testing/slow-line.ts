import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

interface SlowLine {
  readonly port: number;
  /** How long bytes to the server are held back, by the number of their connection. Sessions are numbered from 0. */
  delayOf: (connection: number) => number;
}

/** A TCP proxy to a local server in which some connections are slower than others. */
export async function slowLineTo(target: number): Promise<SlowLine> {
  const line = { port: 0, delayOf: (_: number) => 0 };
  let connections = 0;
  const server = createServer((near) => {
    const connection = connections++;
    const far = connect(target, '127.0.0.1');
    near
      .on('error', () => far.destroy())
      .on('close', () => setTimeout(() => far.destroy(), line.delayOf(connection)));
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    far.on('data', (bytes) => near.write(bytes));
    near.on('data', (bytes) => setTimeout(() => far.write(bytes), line.delayOf(connection)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  line.port = (server.address() as AddressInfo).port;
  return line;
}
