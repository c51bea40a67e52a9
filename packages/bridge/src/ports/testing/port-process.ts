import { listen } from '../../testing/listen.ts';
import { openPortMap } from '../ports.ts';

/** Holds a port for a project until it is told to end, and then gives it back. */

const [stateRoot = '', projectRoot = '', first = '', last = ''] = process.argv.slice(2);
const ports = openPortMap(stateRoot, { range: { first: Number(first), last: Number(last) } });
const { port, served } = await ports.claim(projectRoot, listen);
process.once('SIGTERM', async () => {
  await served.close();
  await ports.release(projectRoot, port);
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.({ port });
