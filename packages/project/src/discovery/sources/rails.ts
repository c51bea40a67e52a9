import type { Draft } from '../found.ts';
import { FilledErb } from '../literal/erb.ts';
import { at, isLiteralRecord, type LiteralRecord } from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import { lineOf } from '../project-files.ts';
import type { SourceContext } from './source.ts';

const FILE = 'config/database.yml';
const SECTION = 'development';

/** The databases of the development section, the primary one first. */
export async function readRails({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const source = await files.read(FILE);
  if (source === undefined) return [];
  const filled = new FilledErb(source, variables);
  const parsed = await parseYaml(filled.text);
  if ('problem' in parsed) return [{ file: FILE, problems: [parsed.problem] }];
  const section = filled.restore(at(parsed.documents[0], SECTION));
  if (!isLiteralRecord(section)) return [];
  const line = lineOf(source, /^development:/m);
  const several = Object.entries(section).filter(([, value]) => isLiteralRecord(value));
  if (several.length === 0) return [draftOf(section, { file: FILE, line, key: SECTION })];
  return several.flatMap(([name, value]) =>
    isLiteralRecord(value) ? [draftOf(value, { file: FILE, line, key: `${SECTION}.${name}` })] : [],
  );
}

function draftOf(settings: LiteralRecord, place: Draft): Draft {
  const adapter = at(settings, 'adapter');
  const database = at(settings, 'database');
  const isFile = typeof adapter === 'string' && adapter.includes('sqlite');
  return {
    ...place,
    engine: typeof adapter === 'string' ? adapter.replace(/^jdbc(?=[a-z])/, '') : adapter,
    address: at(settings, 'url'),
    ...(isFile ? { sqliteFile: database } : { database }),
    host: at(settings, 'host'),
    port: at(settings, 'port'),
    user: at(settings, 'username'),
    password: at(settings, 'password'),
  };
}
