import type { Draft } from '../found.ts';
import { resultOf, type Script, ScriptLoader } from '../literal/javascript.ts';
import { computed, type Literal, parseJsonc } from '../literal/literal.ts';
import type { SourceContext } from './source.ts';

const SCRIPT_EXTENSIONS = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'] as const;

export interface ConfigFile {
  readonly place: Draft;
  readonly value: Literal;
  readonly script?: Script;
}

/** The configuration of a JavaScript tool: the first of these modules (paths without extension), or a JSON file. */
export async function readConfigFile(
  context: SourceContext,
  modules: readonly string[],
  jsonFile?: string,
): Promise<ConfigFile | undefined> {
  const { files, variables } = context;
  const paths = modules.flatMap((base) => SCRIPT_EXTENSIONS.map((extension) => `${base}.${extension}`));
  for (const path of paths) {
    const script = (await files.exists(path))
      ? await new ScriptLoader(files, variables).load(path)
      : undefined;
    if (script) return exportedBy(script, path);
  }
  const value = jsonFile === undefined ? undefined : await readJson(context, jsonFile);
  return jsonFile === undefined || value === undefined ? undefined : { place: { file: jsonFile }, value };
}

function exportedBy(script: Script, file: string): ConfigFile {
  const { default: exported, ...named } = script.exports;
  if (exported) return { place: { file, line: exported.line }, value: resultOf(exported.value), script };
  const values = Object.entries(named).map(([name, { value }]) => [name, value] as const);
  return { place: { file }, value: values.length > 0 ? Object.fromEntries(values) : computed, script };
}

/** Undefined when the file is missing or is not JSON. */
export async function readJson({ files }: SourceContext, path: string): Promise<Literal> {
  const text = await files.read(path);
  const parsed = text === undefined ? undefined : parseJsonc(text);
  return parsed && 'value' in parsed ? parsed.value : undefined;
}
