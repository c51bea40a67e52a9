import { chmodSync, copyFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './cleanup.ts';
import { cliFolder, type MolehillOptions } from './molehill.ts';

const NOBODY = 65_534;

/**
 * Options that run Molehill as a user whom permissions restrict, which root is not. The checkout may be in a folder that
 * only its owner can enter, so that user runs copies of Node and of the program.
 */
export function unprivileged(): MolehillOptions {
  if (process.getuid?.() !== 0) return {};
  const folder = temporaryFolder();
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  for (const part of ['package.json', 'bin', 'dist'])
    cpSync(join(cliFolder, part), join(folder, part), { recursive: true });
  const copied = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of ['', ...copied]) chmodSync(join(folder, path), 0o755);
  return { uid: NOBODY, node, folder };
}
