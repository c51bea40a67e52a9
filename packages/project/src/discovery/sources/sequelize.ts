import { posix } from 'node:path';
import type { Draft } from '../found.ts';
import { ScriptLoader } from '../literal/javascript.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { readConfigFile } from './config-file.ts';
import { draftOf, type SourceContext } from './source.ts';

const MODULES = ['', 'src/', 'db/', 'src/db/', 'database/', 'src/database/', 'sequelize/', 'server/'].flatMap(
  (folder) => [`${folder}config/config`, `${folder}config/database`, `${folder}config/sequelize`],
);
const SECTION = 'development';

/** The development section of the configuration of `sequelize-cli`. */
export async function readSequelize(context: SourceContext): Promise<readonly Draft[]> {
  for (const path of [...(await configured(context)), ...MODULES]) {
    const base = path.replace(/\.([cm]?[jt]s|json)$/, '');
    const config = await readConfigFile(context, [base], `${base}.json`);
    const section = at(config?.value, SECTION);
    const settings = isLiteralRecord(section) ? section : config?.value;
    if (config && at(settings, 'dialect') !== undefined)
      return [sequelizeDraft(settings, { ...config.place, key: SECTION }, context)];
  }
  return [];
}

/** The path that `.sequelizerc` names. */
async function configured({ files, variables }: SourceContext): Promise<readonly string[]> {
  const text = await files.read('.sequelizerc');
  if (text === undefined) return [];
  const script = await new ScriptLoader(files, variables).evaluate('.sequelizerc', text);
  const path = at(script.exports.default?.value, 'config');
  if (typeof path !== 'string') return [];
  return [posix.normalize(path.replaceAll('\\', '/').replace(`${files.root.replaceAll('\\', '/')}/`, ''))];
}

/** `use_env_variable` names the variable that has the address. */
function sequelizeDraft(settings: Literal, place: Draft, { variables }: SourceContext): Draft {
  const variable = at(settings, 'use_env_variable');
  const draft = draftOf(settings, place);
  return typeof variable === 'string' ? { ...draft, address: variables.get(variable) } : draft;
}
