export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'hunk';
  readonly text: string;
  /** The part that differs from the line it replaces; [from, to) in `text`. */
  readonly mark?: readonly [from: number, to: number];
}

const HEADER_LINES = 2;
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/** The lines of a unified diff without its header. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n').slice(HEADER_LINES);
  return markChanges(lines.map(readLine));
}

/** Only the start of a hunk and the note about a missing last newline have no sign. */
function readLine(line: string): DiffLine {
  const kind = KINDS[line.charAt(0)];
  return kind ? { kind, text: line.slice(1) } : { kind: 'hunk', text: line };
}

/** Lines that replace the same number of lines are marked where they differ: a changed word is easily missed. */
function markChanges(lines: readonly DiffLine[]): readonly DiffLine[] {
  const runs = runsOf(lines);
  return runs.flatMap((run, index) => {
    const kind = run[0]?.kind;
    const other = kind === 'removed' ? runs[index + 1] : kind === 'added' ? runs[index - 1] : undefined;
    if (other?.length !== run.length || !isChange(other[0]?.kind)) return run;
    return run.map((line, at) => markedAgainst(line, other[at]?.text ?? ''));
  });
}

function isChange(kind: DiffLine['kind'] | undefined): boolean {
  return kind === 'added' || kind === 'removed';
}

function runsOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const runs: DiffLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === line.kind) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

function markedAgainst(line: DiffLine, other: string): DiffLine {
  const { text } = line;
  const shorter = Math.min(text.length, other.length);
  let head = 0;
  while (head < shorter && text[head] === other[head]) head += 1;
  if (isHighSurrogate(text[head - 1])) head -= 1;
  let tail = 0;
  while (tail < shorter - head && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  if (isHighSurrogate(text.at(-1 - tail))) tail -= 1;
  return head + tail > 0 ? { ...line, mark: [head, text.length - tail] } : line;
}

function isHighSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && /^[\uD800-\uDBFF]$/.test(unit);
}
