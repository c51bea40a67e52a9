import { rmSync } from 'node:fs';
import { type PublishedName, published, stagePackage } from './package/stage.ts';

/** `npm run pack`: stages every published package below dist/. Run `npm publish` in the folders it prints. */

rmSync('dist', { recursive: true, force: true });
for (const name of Object.keys(published)) console.log(stagePackage(name as PublishedName, 'dist'));
