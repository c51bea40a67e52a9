import type { Draft } from '../found.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { readConfigFile } from './config-file.ts';
import { draftOf, type SourceContext } from './source.ts';

const FOLDERS = ['', 'src/', 'db/', 'src/db/', 'database/', 'src/database/', 'config/', 'src/config/'];
const NAMES = ['data-source', 'datasource', 'typeorm.config', 'ormconfig'];
const MODULES = FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}${name}`));

/** The argument of `new DataSource(…)`, or the older `ormconfig`. */
export async function readTypeorm(context: SourceContext): Promise<readonly Draft[]> {
  const config = await readConfigFile(context, MODULES, 'ormconfig.json', 'DataSource');
  if (!config) return [];
  const entries: readonly Literal[] = Array.isArray(config.value) ? config.value : [config.value];
  return entries
    .filter((entry) => isLiteralRecord(entry) && at(entry, 'type') !== undefined)
    .map((entry) => draftOf(entry, { ...config.place, key: 'DataSource' }));
}
