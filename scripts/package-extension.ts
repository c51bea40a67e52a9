import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import builds from '../tsdown.config.ts';

/** `npm run package -w packages/vscode`: builds the extension, and packages it as packages/vscode/molehill.vsix. */

const root = fileURLToPath(new URL('..', import.meta.url));
const name = 'packages/vscode';
const folder = join(root, name);
const file = join(folder, 'molehill.vsix');
const MOST_BYTES = 3 * 1024 * 1024;

for (const options of Array.isArray(builds) ? builds : [])
  if (options.cwd === name) await build({ ...options, cwd: folder, config: false });
for (const document of ['LICENSE', 'THIRD-PARTY-NOTICES.md'])
  cpSync(join(root, document), join(folder, document));
rmSync(file, { force: true });
const flags = ['--no-dependencies', '--allow-missing-repository', '-o', file];
const { status } = spawnSync('vsce', ['package', ...flags], { cwd: folder, stdio: 'inherit' });
if (status !== 0) process.exit(1);
const bytes = statSync(file).size;
if (bytes >= MOST_BYTES) {
  console.error(`${file} has ${bytes} bytes; it must stay below ${MOST_BYTES}.`);
  process.exit(1);
}
console.log(`${name}/molehill.vsix: ${(bytes / 1024 / 1024).toFixed(2)} MB`);
