import type { Draft } from '../found.ts';
import { parseSections } from '../literal/sections.ts';
import type { SourceContext } from './source.ts';

/** What `alembic init` writes. */
const PLACEHOLDER = 'driver://user:pass@localhost/dbname';

/** `sqlalchemy.url` of `alembic.ini`. Without one, a program sets it. */
export async function readAlembic({ files }: SourceContext): Promise<readonly Draft[]> {
  const text = await files.read('alembic.ini');
  const entry = text === undefined ? undefined : parseSections(text).get('alembic.sqlalchemy.url');
  if (!entry || entry.value === '' || entry.value === PLACEHOLDER) return [];
  const address = entry.value.replaceAll('%(here)s', files.root).replaceAll('%%', '%');
  // Other placeholders are filled in by migrations/env.py.
  if (/%\(\w+\)s|\{\w*\}/.test(address)) return [];
  return [{ file: 'alembic.ini', line: entry.line, key: 'sqlalchemy.url', address }];
}
