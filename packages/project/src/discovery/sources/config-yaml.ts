import { posix } from 'node:path';
import type { Draft } from '../found.ts';
import { at, mapTexts } from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import { interpolate } from '../variables.ts';
import { databasesIn } from './settings-tree.ts';
import { draftOf, type SourceContext } from './source.ts';

/** Programs in these languages read settings by themselves. */
const MARKERS = ['go.mod', 'Cargo.toml'];
const FOLDERS = ['', 'config', 'configs', 'conf', 'cmd', 'etc', 'internal/config'];
const NAMES = [
  'config.local',
  'local',
  'config.dev',
  'config.development',
  'dev',
  'development',
  'config',
  'app',
  'application',
  'base',
];

/** `config.yml` of Go and Rust programs, and `dbconfig.yml` of sql-migrate. */
export async function readConfigYaml(context: SourceContext): Promise<readonly Draft[]> {
  const { files, variables } = context;
  const marked = await Promise.all(MARKERS.map((name) => files.exists(name)));
  if (!marked.includes(true)) return [];
  const migrations = await readTree(context, 'dbconfig.yml');
  const development = at(migrations, 'development');
  if (development !== undefined) return [draftOf(development, { file: 'dbconfig.yml', key: 'development' })];
  for (const folder of FOLDERS) {
    const names = NAMES.flatMap((name) => [`${name}.yml`, `${name}.yaml`]);
    for (const path of names.map((name) => posix.join(folder, name))) {
      const tree = await readTree(context, path);
      const found = databasesIn(
        mapTexts(tree, (text) => interpolate(text, variables)),
        { file: path },
      );
      if (found.length > 0) return found;
    }
  }
  return [];
}

async function readTree({ files }: SourceContext, path: string) {
  const text = await files.read(path);
  const parsed = text === undefined ? undefined : await parseYaml(text);
  return parsed && 'documents' in parsed ? parsed.documents[0] : undefined;
}
