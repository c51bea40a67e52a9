export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** Rows of one run, as planned and as measured. */
export interface Rows {
  readonly estimated?: number | undefined;
  readonly actual?: number | undefined;
  readonly loops?: number | undefined;
  /** Over all runs, where a condition dropped some: what it was put to, and what it kept. */
  readonly read?: number | undefined;
  readonly kept?: number | undefined;
}

/** What a step takes, as its engine counts it. */
export interface Weight {
  /** Of one run, with all that lies below. */
  readonly cost?: number | undefined;
  /** Of all runs, with all that lies below. */
  readonly timeMs?: number | undefined;
  /** Of the step alone and all its runs: some engines tell just that. */
  readonly own?: { readonly [measure in Measure]?: number | undefined };
  /** How often it is planned to run for one run of the step above. */
  readonly runs?: number | undefined;
  /** Runs once, however often the step above does. */
  readonly once?: boolean;
  /** It is shown below a step in whose time it is not counted. */
  readonly aside?: boolean;
  /** Time counted here that belongs to a step shown elsewhere. */
  readonly elsewhereMs?: number;
}

/** One step of a plan, in words that fit every engine. */
export interface Step {
  readonly name: string;
  /** Why it is there, where it is no plain input of the step above. */
  readonly role?: string | undefined;
  readonly on?: string | undefined;
  readonly index?: string | undefined;
  readonly facts: readonly Fact[];
  readonly rows: Rows;
  /** Reads a whole table without an index, and not a small one. */
  readonly scan?: boolean;
  readonly warnings: readonly string[];
  readonly weight: Weight;
  readonly steps: readonly Step[];
}

/** What shares are counted in. */
export type Measure = 'time' | 'cost' | 'rows';

/** What a reader makes of an engine's plan. */
export interface Draft {
  readonly steps: readonly Step[];
  /** About the plan as a whole. */
  readonly facts: readonly Fact[];
}

/** Below this, an index would make nothing faster. */
const SMALL_TABLE = 1_000;

export function isLarge({ estimated, actual, loops = 1, read }: Rows): boolean {
  return (read ?? (actual ?? estimated ?? 0) * loops) >= SMALL_TABLE;
}

export function fact(label: string, text: string | undefined): readonly Fact[] {
  return text === undefined || text === '' ? [] : [{ label, text }];
}
