import type { Draft } from '../found.ts';
import { resultOf, ScriptLoader } from '../literal/javascript.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { readConfigFile, readJson } from './config-file.ts';
import { draftOf, type SourceContext } from './source.ts';

const FOLDERS = [
  ...['', 'src/', 'db/', 'src/db/', 'database/', 'src/database/', 'config/', 'src/config/'],
  ...['typeorm/', 'src/typeorm/', 'src/orm/', 'src/common/', 'src/core/'],
];
const NAMES = [
  ...['data-source', 'datasource', 'dataSource', 'typeorm.config', 'ormconfig', 'typeorm', 'typeorm-config'],
  ...[
    'orm.config',
    'database.config',
    'typeorm.datasource',
    'app-data-source',
    'app.module',
    'database.module',
  ],
];
const CREATES = /(^|\.)(DataSource|TypeOrmModule\.forRoot(Async)?|createConnection)$/;

/** The argument of `new DataSource(…)` or `TypeOrmModule.forRoot(…)`, or the older `ormconfig`. */
export async function readTypeorm(context: SourceContext): Promise<readonly Draft[]> {
  const { files, variables } = context;
  const dependencies = at(await readJson(context, 'package.json'), 'dependencies');
  const others = isLiteralRecord(dependencies) && at(dependencies, 'typeorm') === undefined;
  for (const path of FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}${name}`))) {
    const extension = others ? undefined : await extensionOf(path, context);
    const script = extension && (await new ScriptLoader(files, variables).load(`${path}.${extension}`));
    const calls = script ? script.callsOf(CREATES) : [];
    const created = calls.flatMap(({ positional, line }) =>
      draftsOf(optionsOf(positional[0]), { file: `${path}.${extension}`, line }),
    );
    if (created.length > 0) return created;
  }
  const config = await readConfigFile(context, ['ormconfig', 'src/ormconfig'], 'ormconfig.json');
  return config ? draftsOf(config.value, config.place) : [];
}

async function extensionOf(path: string, { files }: SourceContext): Promise<string | undefined> {
  for (const extension of ['ts', 'js', 'mjs', 'cjs'])
    if (await files.exists(`${path}.${extension}`)) return extension;
  return undefined;
}

/** `forRootAsync({ useFactory: (config) => ({…}) })` */
function optionsOf(value: Literal): Literal {
  const factory = at(value, 'useFactory');
  return factory === undefined ? value : resultOf(factory);
}

function draftsOf(value: Literal, place: Draft): Draft[] {
  const entries: readonly Literal[] = Array.isArray(value) ? value : [value];
  return entries
    .filter((entry) => isLiteralRecord(entry) && at(entry, 'type') !== undefined)
    .map((entry) => draftOf(entry, { ...place, key: 'DataSource' }));
}
