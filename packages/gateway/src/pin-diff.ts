import type { StructuredPatchHunk } from 'diff';
import { canonicalJson } from './canonical-json.ts';
import { escapeInvisible } from './escape-invisible.ts';
import type { Withheld } from './pins.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** The changes of a definition as a unified diff, with invisible characters escaped. */
export async function diffOf({ name, before, after }: Withheld): Promise<string> {
  const { structuredPatch } = await import('diff');
  const [old, now] = [before ? printed(before) : '', printed(after)];
  const { hunks } = structuredPatch('', '', old, now, '', '', { context: 3 });
  const shown = escapeInvisible(name).replaceAll('\n', '\\n');
  const header = [before ? `--- ${shown} (approved)` : '--- (nothing)', `+++ ${shown} (now)`];
  return [...header, ...hunks.flatMap(hunkLines), ''].join('\n');
}

function hunkLines(hunk: StructuredPatchHunk): readonly string[] {
  return [`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`, ...hunk.lines];
}

function printed(definition: ToolDefinition): string {
  const { title = '', description = '', inputSchema = {}, outputSchema, annotations, _meta } = definition;
  return Object.entries({ title, description, inputSchema, outputSchema, annotations, _meta })
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => [label, typeof value === 'string' ? value : canonicalJson(value, 2)] as const)
    .map(([label, text]) => `${label}:\n${indented(escapeInvisible(text))}\n`)
    .join('');
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');
