import { relative } from 'node:path';
import { discoverDatabases } from '../discovery/discovery.ts';
import { addSqlite, projectOf } from './fixture-project.ts';

interface ProjectOptions {
  /** SQLite databases to create. */
  readonly sqlite?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `postgres localhost:5432/shop`, `sqlite data/app.db`, or `none: ` with the message. Ports are omitted where the file names none. */
export async function discovered(
  files: Readonly<Record<string, string>>,
  { sqlite = [], env = {} }: ProjectOptions = {},
): Promise<string> {
  const root = projectOf(files);
  for (const path of sqlite) addSqlite(root, path);
  const { chosen, message } = await discoverDatabases(root, { env, insideContainer: false });
  if (!chosen) return `none: ${message.replaceAll(root, '')}`;
  const { host, port, database, file } = chosen.route ?? {};
  if (file !== undefined) return `${chosen.type} ${relative(root, file)}`;
  return `${chosen.type} ${host}${port === undefined ? '' : `:${port}`}/${database}`;
}
