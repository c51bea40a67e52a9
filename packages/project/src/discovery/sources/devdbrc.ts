import type { Draft } from '../found.ts';
import { parseJsonc } from '../literal/jsonc.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import type { SourceContext } from './source.ts';

const FILE = '.devdbrc';

/** A list of connections, as the DevDB extension reads it. */
export async function readDevdbrc({ files }: SourceContext): Promise<readonly Draft[]> {
  const text = await files.read(FILE);
  if (text === undefined) return [];
  const parsed = parseJsonc(text);
  if ('problem' in parsed) return [{ file: FILE, problems: [parsed.problem] }];
  const entries: readonly Literal[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return entries.map((entry, index) => draftOf(entry, index, text));
}

function draftOf(entry: Literal, index: number, text: string): Draft {
  if (!isLiteralRecord(entry))
    return { file: FILE, key: `[${index}]`, problems: ['it is no list of connections'] };
  const name = at(entry, 'name');
  return {
    file: FILE,
    line:
      typeof name === 'string'
        ? lineOf(text, new RegExp(`"name"\\s*:\\s*${escapePattern(JSON.stringify(name))}`))
        : undefined,
    key: typeof name === 'string' ? name : `[${index}]`,
    engine: at(entry, 'type'),
    host: at(entry, 'host'),
    port: at(entry, 'port'),
    user: at(entry, 'username') ?? at(entry, 'user'),
    password: at(entry, 'password'),
    database: at(entry, 'database'),
    sqliteFile: at(entry, 'path'),
  };
}
