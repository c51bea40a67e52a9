import type { Draft } from '../found.ts';
import { at, isLiteralRecord } from '../literal/literal.ts';
import { readConfigFile } from './config-file.ts';
import { draftOf, notLiteral, type SourceContext } from './source.ts';

/** The `dbCredentials` of `drizzle.config.*`. */
export async function readDrizzle(context: SourceContext): Promise<readonly Draft[]> {
  const config = await readConfigFile(context, ['drizzle.config'], 'drizzle.config.json');
  if (!config) return [];
  const { place, value } = config;
  if (!isLiteralRecord(value)) return [notLiteral(place)];
  const credentials = at(value, 'dbCredentials');
  const dialect = at(value, 'dialect') ?? at(value, 'driver');
  const engine = dialect === 'turso' ? undefined : dialect;
  return credentials === undefined ? [] : [draftOf(credentials, { ...place, key: 'dbCredentials', engine })];
}
