import { join } from 'node:path';
import type { Draft } from '../found.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { PythonModule } from '../literal/python.ts';
import { ADDRESS_KEY } from '../literal/python-values.ts';
import { lineAt } from '../project-files.ts';
import type { SourceContext } from './source.ts';

const SETTINGS_MODULE = /DJANGO_SETTINGS_MODULE['"]\s*,\s*['"]([\w.]+)['"]/;
/** What a package of settings calls the one for development, and what all of them share. */
const OF_A_PACKAGE = ['local', 'development', 'dev', '__init__', 'base', 'common'];
const MOST_FOLDERS = 50;

/** A literal `DATABASES` of the settings that `manage.py` names. */
export async function readDjango(context: SourceContext): Promise<readonly Draft[]> {
  const { files } = context;
  for (const folder of await foldersOf(context)) {
    const manage = await files.read(join(folder, 'manage.py'));
    const module = manage && SETTINGS_MODULE.exec(manage)?.[1];
    if (!module) continue;
    for (const path of candidates(folder, module)) {
      const drafts = await databasesOf(context, path, folder);
      if (drafts.length > 0) return drafts;
    }
  }
  return [];
}

/** The project, and the folders in it: the Django part is often one of several. */
async function foldersOf({ files }: SourceContext): Promise<readonly string[]> {
  const entries = await files.list('');
  const folders = entries.filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name));
  return ['', ...folders.slice(0, MOST_FOLDERS).map(({ name }) => name)];
}

function candidates(folder: string, module: string): readonly string[] {
  const path = join(folder, ...module.split('.'));
  return [`${path}.py`, ...OF_A_PACKAGE.map((name) => join(path, `${name}.py`)), join(path, '..', 'base.py')];
}

async function databasesOf(
  { files, variables }: SourceContext,
  path: string,
  folder: string,
): Promise<readonly Draft[]> {
  const text = await files.read(path);
  if (text === undefined) return [];
  const assigned = new PythonModule(text, join(files.root, path), variables).assigned('DATABASES');
  if (!assigned) return [];
  const file = path.replaceAll('\\', '/');
  const place = { file, line: lineAt(text, assigned.index), folder };
  const { value } = assigned;
  if (!isLiteralRecord(value))
    return [{ ...place, key: 'DATABASES', problems: ['DATABASES is computed when the program runs'] }];
  const aliases = Object.keys(value).sort((a, b) => Number(b === 'default') - Number(a === 'default'));
  return aliases.map((alias) => draftOf(at(value, alias), { ...place, key: `DATABASES['${alias}']` }));
}

function draftOf(settings: Literal, place: Draft): Draft {
  const address = at(settings, ADDRESS_KEY);
  if (address !== undefined) return { ...place, address };
  if (!isLiteralRecord(settings)) return { ...place, problems: ['it is computed when the program runs'] };
  const engine = at(settings, 'ENGINE');
  const name = at(settings, 'NAME');
  const isFile = typeof engine === 'string' && /sqlite|spatialite/.test(engine);
  return {
    ...place,
    engine,
    ...(isFile ? { sqliteFile: name } : { database: name }),
    host: at(settings, 'HOST'),
    port: at(settings, 'PORT'),
    user: at(settings, 'USER'),
    password: at(settings, 'PASSWORD'),
  };
}
