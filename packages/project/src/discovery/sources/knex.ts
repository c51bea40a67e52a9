import { dirname } from 'node:path';
import type { Draft } from '../found.ts';
import { at, isLiteralRecord } from '../literal/literal.ts';
import { knexDraft } from './config-database.ts';
import { readConfigFile } from './config-file.ts';
import { notLiteral, type SourceContext } from './source.ts';

const MODULES = ['', 'src/', 'db/', 'src/db/', 'database/', 'src/database/', 'config/', 'src/config/'].map(
  (folder) => `${folder}knexfile`,
);

/** The development section of a knexfile, or all of it where it has no sections. */
export async function readKnex(context: SourceContext): Promise<readonly Draft[]> {
  const config = await readConfigFile(context, MODULES);
  if (!config) return [];
  const { value } = config;
  const place = { ...config.place, folder: dirname(config.place.file) };
  if (!isLiteralRecord(value)) return [notLiteral(place)];
  const development = at(value, 'development');
  if (isLiteralRecord(development)) return [knexDraft(development, { ...place, key: 'development' })];
  return at(value, 'client') === undefined ? [] : [knexDraft(value, place)];
}
