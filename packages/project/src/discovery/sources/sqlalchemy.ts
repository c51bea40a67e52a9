import { posix } from 'node:path';
import type { Draft } from '../found.ts';
import { at, computed, type Literal, Unset } from '../literal/literal.ts';
import { PythonProgram } from '../literal/python.ts';
import type { Assignment, PythonModule } from '../literal/python-module.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { SourceContext } from './source.ts';

const NAME = /^(\w+_)?(database|db|sqlite|sqlalchemy|postgres(ql)?|mysql)_ur[il]$/i;
const CREATES = /(^|\.)create_(async_)?engine$/;
const FLASK_KEY = /\.config\[['"]SQLALCHEMY_DATABASE_URI['"]\]$/;
const MODULES = [
  ...['config', 'settings', 'app', 'main', 'database', 'db', 'models', '__init__', 'wsgi', 'extensions'],
  ...[
    'config/__init__',
    'config/default',
    'config/development',
    'config/settings',
    'core/config',
    'core/settings',
  ],
  ...[
    'db/session',
    'db/database',
    'db/base',
    'db/config',
    'core/database',
    'core/db',
    'database/session',
    'instance/config',
  ],
];
const OTHER_ENVIRONMENT = /test|prod|stag/i;
const SKIPPED = /^(\..*|tests?|migrations|alembic|docs|venv|env|node_modules|scripts|static|templates)$/;
const MAX_PACKAGES = 15;

/** The address that Flask-SQLAlchemy or a program with SQLAlchemy uses. */
export async function readSqlalchemy({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const program = new PythonProgram(files, variables);
  for (const folder of await packagesOf(files)) {
    for (const name of MODULES) {
      const path = posix.join(folder, `${name}.py`);
      const module = (await files.exists(path)) ? await program.load(path) : undefined;
      const found = module && addressIn(module, { files, variables });
      if (found) return [await draftFor(found, folder, files)];
    }
  }
  return [];
}

async function packagesOf(files: ProjectFiles): Promise<readonly string[]> {
  const entries = (await files.list('')).filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name));
  const folders = entries.slice(0, MAX_PACKAGES).map(({ name }) => name);
  return ['', ...folders, ...folders.map((name) => posix.join('src', name))];
}

type Found = Assignment & { readonly key: string };

function addressIn(module: PythonModule, { variables }: SourceContext): Found | undefined {
  const { path } = module;
  const inClasses = module.classes.flatMap(([name, members, line]) =>
    Object.keys(typeof members === 'object' && members !== null ? members : {})
      .filter((key) => NAME.test(key))
      // Settings classes of pydantic take the variable of the same name.
      .map((key) => ({
        name,
        key,
        path,
        line,
        value: variables.find(key.toUpperCase()) ?? at(members, key),
      })),
  );
  const suited = inClasses.filter(({ name }) => !OTHER_ENVIRONMENT.test(name));
  const development = suited.find(({ name }) => /dev|local/i.test(name)) ?? suited[0];
  const assigned = module
    .assignmentsTo(FLASK_KEY)
    .map((found) => ({ ...found, key: 'SQLALCHEMY_DATABASE_URI' }));
  const global = module.names
    .filter((name) => NAME.test(name))
    .flatMap((key) => {
      const found = module.assigned(key);
      return found ? [{ ...found, key }] : [];
    });
  const created = module.callsOf(CREATES).map((found) => ({ ...found, key: 'create_engine' }));
  return [...(development ? [development] : []), ...assigned, ...global, ...created].find(({ value }) =>
    isAddressLike(value),
  );
}

/** A name without an address, as in a declaration, tells nothing. */
function isAddressLike(value: Literal): boolean {
  return (
    (typeof value === 'string' && /:/.test(value)) ||
    (value !== computed &&
      typeof value === 'object' &&
      value !== null &&
      (value instanceof Unset || 'template' in value))
  );
}

/** A relative SQLite path counts from the instance folder, from the package or from where the program starts. */
async function draftFor(
  { value, path, line, key }: Found,
  folder: string,
  files: ProjectFiles,
): Promise<Draft> {
  const draft = { file: path, line, key, address: value };
  const relative =
    typeof value === 'string' ? /^sqlite(?:\+\w+)?:\/\/\/(?!\/)(?:\.\/)?([^?]+)/.exec(value)?.[1] : undefined;
  if (relative === undefined || posix.isAbsolute(relative)) return draft;
  for (const base of ['instance', folder, posix.join(folder, 'instance'), ''])
    if (await files.exists(posix.join(base, relative))) return { ...draft, folder: base };
  return draft;
}
