import { type JavaScriptModule, parseJavaScript } from '../literal/javascript.ts';
import type { SourceContext } from './source.ts';

const SCRIPT_ENDINGS = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'] as const;

export interface ScriptFile {
  readonly path: string;
  /** Nothing when it cannot be parsed. */
  readonly module: JavaScriptModule | undefined;
}

/** The first of these modules that is there, by path without ending. */
export async function readScript(
  { files, variables }: SourceContext,
  bases: readonly string[],
): Promise<ScriptFile | undefined> {
  const paths = bases.flatMap((base) => SCRIPT_ENDINGS.map((ending) => `${base}.${ending}`));
  const found = await files.readFirst(paths);
  if (!found) return undefined;
  const module = await parseJavaScript(found.text, `${files.root}/${found.path}`, variables);
  return { path: found.path, module };
}

export const UNPARSED = 'it cannot be parsed';
