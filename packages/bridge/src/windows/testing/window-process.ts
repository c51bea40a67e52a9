import { openWindows } from '../windows.ts';

/** A window that stays open until SIGTERM. */

const [stateRoot = '', folder = ''] = process.argv.slice(2);
const windows = openWindows(stateRoot);
const window = await windows.register({ folders: [folder], version: '1.0.0', kind: 'headless' });
process.once('SIGTERM', async () => {
  await window.unregister();
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.(window.id);
