import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '@molehill/core/testing/temp-folder';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** A copy of a project that a framework generated. */
export function fixtureProject(name: string): string {
  const root = tempFolder();
  cpSync(join(fixtures, name), root, { recursive: true });
  return root;
}

export function projectOf(files: Readonly<Record<string, string>>): string {
  const root = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Creates a SQLite database in a project. */
export function addSqlite(
  root: string,
  path: string,
  sql = 'CREATE TABLE t (id INTEGER PRIMARY KEY)',
): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  return file;
}
