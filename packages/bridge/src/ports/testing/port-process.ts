import { listen } from '../../testing/listen.ts';
import { openPortMap } from '../ports.ts';

/** Claims a port for a project until SIGTERM, and then releases it. */

const [stateRoot = '', projectRoot = '', first = '', last = ''] = process.argv.slice(2);
const ports = openPortMap(stateRoot, { range: { first: Number(first), last: Number(last) } });
const served = await ports.claim(projectRoot, listen);
const { port } = served;
process.once('SIGTERM', async () => {
  await served.close();
  await ports.release(projectRoot, port);
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.({ port });
