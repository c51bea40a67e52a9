import type { StructuredPatchHunk } from 'diff';
import { canonicalJson } from './canonical-json.ts';
import { escapeInvisible } from './escape-invisible.ts';
import { labelOf, type Withheld } from './pins.ts';

/** The changes of a definition as a unified diff, with invisible characters escaped. */
export async function diffOf(withheld: Withheld): Promise<string> {
  const { before, after } = withheld;
  const { structuredPatch } = await import('diff');
  const [old, now] = [before ? printed(before) : '', printed(after)];
  const { hunks } = structuredPatch('', '', old, now, '', '', { context: 3 });
  const shown = escapeInvisible(labelOf(withheld)).replaceAll('\n', '\\n');
  const header = [before ? `--- ${shown} (approved)` : '--- (nothing)', `+++ ${shown} (now)`];
  return [...header, ...hunks.flatMap(hunkLines), ''].join('\n');
}

function hunkLines(hunk: StructuredPatchHunk): readonly string[] {
  return [`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`, ...hunk.lines];
}

/** Every field, those that people read first. */
function printed(definition: Withheld['after']): string {
  const { name: _, title = '', description = '', ...others } = definition;
  const fields = [['title', title], ['description', description], ...Object.entries(others).sort(byName)];
  return fields
    .map(([label, value]) => [label, typeof value === 'string' ? value : canonicalJson(value, 2)] as const)
    .map(([label, text]) => `${escapeInvisible(String(label))}:\n${indented(escapeInvisible(text))}\n`)
    .join('');
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

const indented = (text: string) => text.replaceAll(/^/gm, '  ');
