/** A title as it is written, and the regular expression of the titles it becomes when the program runs. */
export interface Title {
  readonly text: string;
  readonly pattern: string;
}

/** A test or a group of tests as its source shows it. */
export interface SourceTest {
  readonly kind: 'test' | 'suite';
  /** Outermost first. */
  readonly titles: readonly Title[];
  /** Titles of enclosing groups that are tests themselves, as in `t.test`; how many titles each has. */
  readonly testAncestors: readonly number[];
  /** The line that names it. */
  readonly line: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Something with a title and a range, before it is known what encloses it. */
export interface FlatTest {
  readonly kind: 'test' | 'suite';
  readonly title: Title;
  readonly line: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly start: number;
  readonly end: number;
}

export const exactTitle = (text: string): Title => ({ text, pattern: escapePattern(text) });

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Adds the titles of what encloses each one. Expects them in the order of the text. */
export function nest(flat: readonly FlatTest[]): SourceTest[] {
  const open: { readonly test: FlatTest; readonly nested: SourceTest }[] = [];
  return flat.map((test) => {
    while (open.length > 0 && (open.at(-1)?.test.end ?? 0) <= test.start) open.pop();
    const outer = open.at(-1);
    const { kind, title, line, firstLine, lastLine } = test;
    const nested: SourceTest = {
      kind,
      titles: [...(outer?.nested.titles ?? []), title],
      testAncestors: ancestors(outer?.nested),
      line,
      firstLine,
      lastLine,
    };
    open.push({ test, nested });
    return nested;
  });
}

function ancestors(outer: SourceTest | undefined): readonly number[] {
  if (!outer) return [];
  return outer.kind === 'test' ? [...outer.testAncestors, outer.titles.length] : outer.testAncestors;
}
