import type { Draft } from '../found.ts';
import { resultOf, ScriptLoader } from '../literal/javascript.ts';
import { at, entriesOf, isLiteralRecord, type Literal, parseJsonc } from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import type { Variables } from '../variables.ts';
import { readJson } from './config-file.ts';
import { databasesIn } from './settings-tree.ts';
import type { SourceContext } from './source.ts';

/** The later wins. */
const NAMES = ['default', 'development', 'local', 'local-development'];
const EXTENSIONS = ['json', 'json5', 'yaml', 'yml', 'js', 'ts', 'cjs'];
const VARIABLES = [
  'custom-environment-variables.json',
  'custom-environment-variables.yaml',
  'custom-environment-variables.yml',
];

/** The settings in `config/` of a program that uses the package `config`. */
export async function readNodeConfig(context: SourceContext): Promise<readonly Draft[]> {
  const manifest = await readJson(context, 'package.json');
  if (at(manifest, 'dependencies', 'config') === undefined) return [];
  let tree: Literal = {};
  let file: string | undefined;
  for (const path of NAMES.flatMap((name) => EXTENSIONS.map((end) => `config/${name}.${end}`))) {
    const value = await readTree(context, path);
    if (value === undefined) continue;
    tree = merged(tree, value);
    if (file === undefined || databasesIn(value, { file: path }).length > 0) file = path;
  }
  if (file === undefined) return [];
  for (const name of VARIABLES)
    tree = merged(tree, fromVariables(await readTree(context, `config/${name}`), context.variables));
  return databasesIn(tree, { file });
}

async function readTree({ files, variables }: SourceContext, path: string): Promise<Literal> {
  const text = await files.read(path);
  if (text === undefined) return undefined;
  if (/\.ya?ml$/.test(path)) {
    const parsed = await parseYaml(text);
    return 'documents' in parsed ? parsed.documents[0] : undefined;
  }
  if (/\.[ct]?js$|\.ts$/.test(path))
    return resultOf((await new ScriptLoader(files, variables).load(path))?.exports.default?.value);
  const parsed = parseJsonc(text);
  return 'value' in parsed ? parsed.value : undefined;
}

/** Names of variables replaced by their values; those that are not set change nothing. */
function fromVariables(names: Literal, variables: Variables): Literal {
  if (typeof names === 'string') return variables.find(names);
  const entries = entriesOf(names).map(([key, name]) => [key, fromVariables(name, variables)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function merged(base: Literal, over: Literal): Literal {
  if (!isLiteralRecord(base) || !isLiteralRecord(over)) return over ?? base;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(base[key], over[key])]));
}
