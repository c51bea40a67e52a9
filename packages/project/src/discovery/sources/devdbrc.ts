import type { Draft } from '../found.ts';
import { at, isLiteralRecord, type Literal, parseJsonc } from '../literal/literal.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import { draftOf, type SourceContext } from './source.ts';

const FILE = '.devdbrc';

/** A list of connections, as the DevDB extension reads it. */
export async function readDevdbrc({ files }: SourceContext): Promise<readonly Draft[]> {
  const text = await files.read(FILE);
  if (text === undefined) return [];
  const parsed = parseJsonc(text);
  if ('problem' in parsed) return [{ file: FILE, problems: [parsed.problem] }];
  const entries: readonly Literal[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return entries.map((entry, index) => {
    const key = `[${index}]`;
    if (!isLiteralRecord(entry)) return { file: FILE, key, problems: ['it is not a list of connections'] };
    const name = at(entry, 'name');
    if (typeof name !== 'string') return draftOf(entry, { file: FILE, key });
    const line = lineOf(text, new RegExp(`"name"\\s*:\\s*${escapePattern(JSON.stringify(name))}`));
    return draftOf(entry, { file: FILE, line, key: name });
  });
}
