import type { Draft } from '../found.ts';
import { isLiteralRecord } from '../literal/literal.ts';
import { readConfigFile } from './config-file.ts';
import { draftOf, notLiteral, type SourceContext } from './source.ts';

const MODULES = ['', 'src/', 'src/config/', 'config/', 'src/database/'].map(
  (folder) => `${folder}mikro-orm.config`,
);

/** `mikro-orm.config.*`; the package of the driver tells the engine. */
export async function readMikroOrm(context: SourceContext): Promise<readonly Draft[]> {
  const config = await readConfigFile(context, MODULES);
  if (!config) return [];
  const { place, value } = config;
  if (!isLiteralRecord(value)) return [notLiteral(place)];
  const text = (await context.files.read(place.file)) ?? '';
  const driver = /@mikro-orm\/(postgresql|mysql|mariadb|sqlite|better-sqlite|libsql|mongodb|mssql)/.exec(
    text,
  )?.[1];
  const { engine, ...draft } = draftOf(value, place);
  return [{ ...draft, engine: typeof engine === 'string' ? engine : driver }];
}
