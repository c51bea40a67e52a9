import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { afterAll, beforeAll } from 'vitest';

/** Permissions do not restrict root, so root runs the tests of permissions as this user. */
const NOBODY = 65_534;
export const user = process.getuid?.() === 0 ? NOBODY : undefined;

export type RunAsUser = (file: string, readonly: boolean, sql: string) => string;

/**
 * Runs a statement in a process of that user, which returns the code of the error or the first cell. The checkout may be in a folder that
 * only its owner can enter, so the process runs a copy of Node and a bundle of the engine in a folder that everyone can enter.
 */
export function setUpRunAsUser(): RunAsUser {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-user-'));
  const node = join(folder, 'node');
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    placeNode(node);
    await build({
      config: false,
      entry: { backend: sourceFile('../backend.ts'), 'sqlite-child': sourceFile('../child.ts') },
      outDir: folder,
      clean: false,
      platform: 'node',
      deps: { neverBundle: ['@photostructure/sqlite'], alwaysBundle: [/^@molehill\//], onlyBundle: false },
      logLevel: 'error',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (file, readonly, sql) => {
    const code = `
      import { SqliteBackend } from ${JSON.stringify(join(folder, 'backend.mjs'))};
      const backend = new SqliteBackend(${JSON.stringify({ file, readonly })});
      const { signal } = new AbortController();
      const statement = { sql: ${JSON.stringify(sql)}, params: [] };
      const cursor = await backend.run(statement, { readonly: ${readonly}, signal }).catch(({ code }) => code);
      console.log(typeof cursor === 'string' ? cursor : (await cursor.fetch(1, signal)).rows[0]?.[0]);
      await backend.dispose();`;
    const args = ['--input-type=module', '--eval', code];
    return execFileSync(node, args, { uid: user, cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  };
}

function sourceFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** A hard link costs nothing; across file systems it takes a copy. */
function placeNode(path: string): void {
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path);
  }
}
