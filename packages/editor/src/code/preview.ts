import type { Position, TextEdit } from 'vscode-languageserver-types';
import { applyTextEdits } from '../edits/text.ts';
import type { ChangedLine } from '../generated/types.ts';
import { comparePositions, TextLines } from './position.ts';

/** Longer ones are cut: a preview shows what changes, not whole files. */
const LONGEST = 200;
const MOST_LINES = 10;

/** What edits do to the lines they touch; edits that share a line are one entry. */
export function changedLines(text: string, edits: readonly TextEdit[]): ChangedLine[] {
  const lines = new TextLines(text);
  return groupsOf(edits).map((group) => {
    const { first, last } = spanOf(group);
    const end = { line: last, character: Number.POSITIVE_INFINITY };
    const old = lines.slice({ start: { line: first, character: 0 }, end }).replace(/\r\n?/g, '\n');
    const changed = applyTextEdits(
      old,
      group.map((edit) => upwards(edit, first)),
    );
    return { line: first + 1, old: shortened(old), new: shortened(changed) };
  });
}

type Group = readonly [TextEdit, ...TextEdit[]];

function groupsOf(edits: readonly TextEdit[]): Group[] {
  const groups: [TextEdit, ...TextEdit[]][] = [];
  for (const edit of edits.toSorted((a, b) => comparePositions(a.range.start, b.range.start))) {
    const group = groups.at(-1);
    if (group && edit.range.start.line <= spanOf(group).last) group.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

function spanOf(group: Group): { readonly first: number; readonly last: number } {
  return { first: group[0].range.start.line, last: Math.max(...group.map(({ range }) => range.end.line)) };
}

function upwards({ range, newText }: TextEdit, lines: number): TextEdit {
  const moved = ({ line, character }: Position) => ({ line: line - lines, character });
  return { range: { start: moved(range.start), end: moved(range.end) }, newText };
}

function shortened(text: string): string {
  const lines = text.split('\n');
  const most = lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join('\n')}\n…` : text;
  return most.length > LONGEST ? `${most.slice(0, LONGEST)}…` : most;
}
