import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders below `packages/` by the name under which each is published. */
export const published = { molehill: 'cli', 'dbmole-mcp': 'sql', 'esmole-mcp': 'elasticsearch' } as const;

export type PublishedName = keyof typeof published;

/** Copies what is published of a built package below `destination`, and returns the folder to run `npm pack` in. */
export function stagePackage(name: PublishedName, destination: string): string {
  const source = join(root, 'packages', published[name]);
  const staged = join(destination, name);
  mkdirSync(staged, { recursive: true });
  for (const path of ['bin', 'dist', 'README.md'])
    cpSync(join(source, path), join(staged, path), { recursive: true });
  for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) cpSync(join(root, file), join(staged, file));
  const manifest = publishedManifest(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return staged;
}

/** `exports` name source files and `devDependencies` name workspaces: neither is published. */
function publishedManifest(text: string): Record<string, unknown> {
  const { exports: _, devDependencies: __, ...manifest } = JSON.parse(text);
  return { ...manifest, files: ['bin', 'dist', 'THIRD-PARTY-NOTICES.md'] };
}
