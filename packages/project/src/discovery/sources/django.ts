import { posix } from 'node:path';
import type { Draft } from '../found.ts';
import { at, isLiteralRecord, type Literal, Unknown } from '../literal/literal.ts';
import { PythonProgram } from '../literal/python.ts';
import { ADDRESS_KEY } from '../literal/python-calls.ts';
import type { Assignment } from '../literal/python-module.ts';
import { draftOf, notLiteral, type SourceContext } from './source.ts';

const SETTINGS_MODULE = /DJANGO_SETTINGS_MODULE['"]\s*,\s*f?['"]([\w.]+)['"]/;
/** Modules of a settings package: the ones for development first, then those all environments share. */
const PACKAGE_MODULES = ['local', 'development', 'dev', '__init__', 'base', 'common', 'settings'];

/** The `DATABASES` of the settings module that `manage.py` names. */
export async function readDjango({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const manage = await files.read('manage.py');
  const named = manage === undefined ? undefined : SETTINGS_MODULE.exec(manage)?.[1];
  const inEnvironment = manage === undefined ? undefined : variables.inFile('DJANGO_SETTINGS_MODULE')?.value;
  const module = typeof inEnvironment === 'string' && inEnvironment !== '' ? inEnvironment : named;
  if (module === undefined) return [];
  const program = new PythonProgram(files, variables);
  for (const path of candidates(module)) {
    const assigned = (await program.load(path))?.assigned('DATABASES');
    if (assigned) return databasesOf(assigned);
  }
  return [];
}

function candidates(module: string): readonly string[] {
  const path = posix.join(...module.split('.'));
  return [
    `${path}.py`,
    ...PACKAGE_MODULES.map((name) => posix.join(path, `${name}.py`)),
    ...PACKAGE_MODULES.map((name) => posix.join(path, '..', `${name}.py`)),
  ];
}

function databasesOf({ value, path, line }: Assignment): readonly Draft[] {
  const place = { file: path, line };
  if (value instanceof Unknown) return [{ ...place, key: "DATABASES['default']", address: value }];
  if (!isLiteralRecord(value)) return [notLiteral({ ...place, key: 'DATABASES' })];
  const aliases = Object.keys(value).sort((a, b) => Number(b === 'default') - Number(a === 'default'));
  return aliases.map((alias) => databaseOf(at(value, alias), { ...place, key: `DATABASES['${alias}']` }));
}

function databaseOf(settings: Literal, place: Draft): Draft {
  if (settings instanceof Unknown) return { ...place, address: settings };
  const address = at(settings, ADDRESS_KEY);
  const draft = draftOf(settings, place);
  return address === undefined ? draft : { ...draft, address };
}
