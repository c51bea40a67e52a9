import type { Draft } from '../found.ts';
import { FilledErb } from '../literal/erb.ts';
import { at, entriesOf, isLiteralRecord, type LiteralRecord } from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import { lineOf, type ProjectFiles } from '../project-files.ts';
import { draftOf, type SourceContext } from './source.ts';

const FILE = 'config/database.yml';
const TEMPLATE = /^database\.(yml\.\w+|\w+\.yml)$/;
const SECTION = 'development';
/** A section without them has one section for each of several databases. */
const CONNECTION_KEYS = ['adapter', 'url', 'database'];

/** The databases of the development section, the primary one first. */
export async function readRails({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const source = await files.read(FILE);
  if (source === undefined) return missing(files);
  const filled = await FilledErb.of(source, files, variables);
  const parsed = await parseYaml(filled.text);
  if ('problem' in parsed) return [{ file: FILE, problems: [parsed.problem] }];
  const section = filled.restore(at(parsed.documents[0], SECTION));
  if (!isLiteralRecord(section)) return [];
  const line = lineOf(source, /^development:/m);
  if (CONNECTION_KEYS.some((key) => at(section, key) !== undefined))
    return [railsDraft(section, { file: FILE, line, key: SECTION })];
  const databases = entriesOf(section).flatMap(([name, value]) =>
    isLiteralRecord(value) ? [railsDraft(value, { file: FILE, line, key: `${SECTION}.${name}` })] : [],
  );
  return databases.sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
}

/** A fresh clone has only the template that the setup copies. */
async function missing(files: ProjectFiles): Promise<readonly Draft[]> {
  const names = (await files.list('config')).map(({ name }) => name);
  const template = names.find((name) => TEMPLATE.test(name));
  if (template === undefined || names.includes('database.yml')) return [];
  return [{ file: `config/${template}`, problems: [`it is a template: copy it to ${FILE}`] }];
}

function isPrimary({ key }: Draft): boolean {
  return key === `${SECTION}.primary`;
}

function railsDraft(settings: LiteralRecord, place: Draft): Draft {
  const draft = draftOf(settings, place);
  const { engine } = draft;
  return typeof engine === 'string' ? { ...draft, engine: engine.replace(/^jdbc(?=[a-z])/, '') } : draft;
}
