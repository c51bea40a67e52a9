import { join } from 'node:path';
import type { Draft } from '../found.ts';
import { at, isLiteralRecord } from '../literal/literal.ts';
import { ADDRESS_KEY, parsePython } from '../literal/python.ts';
import { draftOf, notLiteral, type SourceContext } from './source.ts';

const SETTINGS_MODULE = /DJANGO_SETTINGS_MODULE['"]\s*,\s*['"]([\w.]+)['"]/;
/** Modules of a settings package: the ones for development first, then those all environments share. */
const PACKAGE_MODULES = ['local', 'development', 'dev', '__init__', 'base', 'common'];
const MAX_FOLDERS = 50;

/** The `DATABASES` of the settings module that `manage.py` names. */
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

/** The project and its subfolders: Django is often one part of several. */
async function foldersOf({ files }: SourceContext): Promise<readonly string[]> {
  const entries = await files.list('');
  const folders = entries.filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name));
  return ['', ...folders.slice(0, MAX_FOLDERS).map(({ name }) => name)];
}

function candidates(folder: string, module: string): readonly string[] {
  const path = join(folder, ...module.split('.'));
  return [
    `${path}.py`,
    ...PACKAGE_MODULES.map((name) => join(path, `${name}.py`)),
    join(path, '..', 'base.py'),
  ];
}

async function databasesOf(
  { files, variables }: SourceContext,
  path: string,
  folder: string,
): Promise<readonly Draft[]> {
  const text = await files.read(path);
  if (text === undefined) return [];
  const assigned = (await parsePython(text, join(files.root, path), variables)).assigned('DATABASES');
  if (!assigned) return [];
  const { value, line } = assigned;
  const place = { file: path.replaceAll('\\', '/'), line, folder };
  if (!isLiteralRecord(value)) return [notLiteral({ ...place, key: 'DATABASES' })];
  const aliases = Object.keys(value).sort((a, b) => Number(b === 'default') - Number(a === 'default'));
  return aliases.map((alias) => {
    const settings = at(value, alias);
    const key = `DATABASES['${alias}']`;
    const address = at(settings, ADDRESS_KEY);
    return address === undefined ? draftOf(settings, { ...place, key }) : { ...place, key, address };
  });
}
