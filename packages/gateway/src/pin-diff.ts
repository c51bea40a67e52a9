import type { StructuredPatchHunk } from 'diff';
import { canonicalJson } from './canonical-json.ts';
import { escapeInvisible } from './escape-invisible.ts';
import type { Withheld } from './pins.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** What changed in a definition, for a person to read. What would be invisible is written out. */
export async function diffOf({ name, before, after }: Withheld): Promise<string> {
  const { structuredPatch } = await import('diff');
  const [old, now] = [before ? printed(before) : '', printed(after)];
  const { hunks } = structuredPatch('', '', old, now, '', '', { context: 3 });
  const shown = escapeInvisible(name).replaceAll('\n', '\\n');
  const header = [before ? `--- ${shown} (approved)` : '--- (nothing)', `+++ ${shown} (now)`];
  return [...header, ...hunks.flatMap(hunkLines), ''].join('\n');
}

function hunkLines({
  oldStart,
  oldLines,
  newStart,
  newLines,
  lines,
}: StructuredPatchHunk): readonly string[] {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
}

function printed({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
  _meta,
}: ToolDefinition): string {
  const parts = {
    title: title ?? '',
    description: description ?? '',
    inputSchema: canonicalJson(inputSchema ?? {}, 2),
    ...(outputSchema === undefined ? {} : { outputSchema: canonicalJson(outputSchema, 2) }),
    ...(annotations === undefined ? {} : { annotations: canonicalJson(annotations, 2) }),
    ...(_meta === undefined ? {} : { _meta: canonicalJson(_meta, 2) }),
  };
  return Object.entries(parts)
    .map(([label, text]) => `${label}:\n${indented(escapeInvisible(text))}\n`)
    .join('');
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');
