import type { Draft } from '../found.ts';
import { parseSections } from '../literal/sections.ts';
import type { SourceContext } from './source.ts';

const FILE = 'supabase/config.toml';
const DEFAULT_PORT = '54322';

/** The database that `supabase start` runs. Its user, password and name cannot be changed. */
export async function readSupabase({ files }: SourceContext): Promise<readonly Draft[]> {
  const text = await files.read(FILE);
  if (text === undefined) return [];
  const port = parseSections(text).get('db.port');
  const fixed = {
    engine: 'postgres',
    host: '127.0.0.1',
    user: 'postgres',
    password: 'postgres',
    database: 'postgres',
  };
  return [{ file: FILE, line: port?.line, key: 'db.port', ...fixed, port: port?.value ?? DEFAULT_PORT }];
}
