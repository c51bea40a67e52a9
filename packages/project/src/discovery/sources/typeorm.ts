import type { Draft } from '../found.ts';
import { parseJsonc } from '../literal/jsonc.ts';
import { at, isLiteralRecord, type Literal, type LiteralRecord } from '../literal/literal.ts';
import { readScript } from './script-config.ts';
import type { SourceContext } from './source.ts';

const FOLDERS = ['', 'src/', 'db/', 'src/db/', 'database/', 'src/database/', 'config/', 'src/config/'];
const NAMES = ['data-source', 'datasource', 'typeorm.config', 'ormconfig'];
const JSON_FILE = 'ormconfig.json';

/** What `new DataSource(…)` is given, or the older `ormconfig`. */
export async function readTypeorm(context: SourceContext): Promise<readonly Draft[]> {
  const script = await readScript(
    context,
    FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}${name}`)),
  );
  const exported = script?.module?.constructed('DataSource') ?? script?.module?.defaultExport;
  if (script && exported) return draftsOf(exported.value, { file: script.path, line: exported.line });
  const text = await context.files.read(JSON_FILE);
  const parsed = text === undefined ? undefined : parseJsonc(text);
  return parsed && 'value' in parsed ? draftsOf(parsed.value, { file: JSON_FILE }) : [];
}

function draftsOf(config: Literal, place: Draft): readonly Draft[] {
  if (Array.isArray(config)) return config.flatMap((one: Literal) => draftsOf(one, place));
  return isLiteralRecord(config) && at(config, 'type') !== undefined ? [draftOf(config, place)] : [];
}

function draftOf(config: LiteralRecord, place: Draft): Draft {
  const type = at(config, 'type');
  const database = at(config, 'database');
  const isFile = typeof type === 'string' && type.includes('sqlite');
  return {
    ...place,
    key: 'DataSource',
    engine: type,
    address: at(config, 'url'),
    ...(isFile ? { sqliteFile: database } : { database }),
    host: at(config, 'host'),
    port: at(config, 'port'),
    user: at(config, 'username') ?? at(config, 'user'),
    password: at(config, 'password'),
  };
}
