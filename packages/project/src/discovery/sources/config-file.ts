import type { Draft } from '../found.ts';
import { readExport } from '../literal/javascript.ts';
import { computed, type Literal, parseJsonc } from '../literal/literal.ts';
import type { SourceContext } from './source.ts';

const SCRIPT_EXTENSIONS = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'] as const;

/**
 * The configuration of a JavaScript tool: the first of these modules (paths without extension), or a JSON file. With a
 * class name, the argument of its constructor in the module wins over the default export.
 */
export async function readConfigFile(
  context: SourceContext,
  modules: readonly string[],
  jsonFile?: string,
  className?: string,
): Promise<{ readonly place: Draft; readonly value: Literal } | undefined> {
  const { files, variables } = context;
  const script = await files.readFirst(
    modules.flatMap((base) => SCRIPT_EXTENSIONS.map((extension) => `${base}.${extension}`)),
  );
  const path = `${files.root}/${script?.path}`;
  const exported = script && (await readExport(script.text, path, variables, className));
  if (script && exported) return { place: { file: script.path, line: exported.line }, value: exported.value };
  const value = jsonFile === undefined ? undefined : await readJson(context, jsonFile);
  if (jsonFile !== undefined && value !== undefined) return { place: { file: jsonFile }, value };
  return script && { place: { file: script.path }, value: computed };
}

/** Undefined when the file is missing or is not JSON. */
export async function readJson({ files }: SourceContext, path: string): Promise<Literal> {
  const text = await files.read(path);
  const parsed = text === undefined ? undefined : parseJsonc(text);
  return parsed && 'value' in parsed ? parsed.value : undefined;
}
