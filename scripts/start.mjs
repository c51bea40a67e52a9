import { join } from 'node:path';
import { root, setup } from './setup.mjs';

/** `npm start`: serves the sample project in this process, so Ctrl-C stops everything. */

setup();
const shop = join(root, 'examples', 'shop');
process.env.DBMOLE_CONFIG ??= join(shop, 'connections.jsonc');
const { start } = await import('../packages/cli/dist/start.mjs');
await start('molehill', ['up', '--workspace', shop, ...process.argv.slice(2)]);
