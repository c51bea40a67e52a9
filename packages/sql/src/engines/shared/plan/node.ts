export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** Rows of one execution, estimated and measured. */
export interface Rows {
  readonly estimated?: number | undefined;
  readonly actual?: number | undefined;
  readonly loops?: number | undefined;
  /** Over all executions, where a condition removed rows: before and after it. */
  readonly read?: number | undefined;
  readonly kept?: number | undefined;
}

/** What shares are computed from. */
export type Measure = 'time' | 'cost' | 'rows';

/** Cost and time in the way the engine reports them. */
export interface Weight {
  /** Of one execution, children included. */
  readonly cost?: number | undefined;
  /** Of all executions, children included. */
  readonly timeMs?: number | undefined;
  /** Of the node alone over all executions: some engines report only that. */
  readonly own?: { readonly [measure in Measure]?: number | undefined };
  /** Planned executions for each execution of the parent. */
  readonly runs?: number | undefined;
  /** Executes once, however often the parent does. */
  readonly once?: boolean;
  /** Its time is not part of its parent's time. */
  readonly aside?: boolean;
  /** Time counted here that belongs to a node shown elsewhere. */
  readonly elsewhereMs?: number;
}

/** One node of an engine's plan in terms all engines share. */
export interface PlanNode {
  readonly name: string;
  /** For a node that is not a plain input of its parent, such as a subquery. */
  readonly role?: string | undefined;
  readonly relation?: string | undefined;
  readonly index?: string | undefined;
  readonly details: readonly Detail[];
  readonly rows: Rows;
  /** A full scan of a table that is not small. */
  readonly scan?: boolean;
  readonly warnings: readonly string[];
  readonly weight: Weight;
  readonly children: readonly PlanNode[];
}

/** A node with defaults for what the engine does not report. */
export function planNode(known: Partial<PlanNode> & Pick<PlanNode, 'name'>): PlanNode {
  return { details: [], rows: {}, warnings: [], weight: {}, children: [], ...known };
}

export interface EnginePlan {
  readonly nodes: readonly PlanNode[];
  /** About the plan as a whole. */
  readonly details: readonly Detail[];
}

/** Below this an index makes nothing faster. */
const SMALL_TABLE = 1_000;

export function isLarge({ estimated, actual, loops = 1, read }: Rows): boolean {
  return (read ?? (actual ?? estimated ?? 0) * loops) >= SMALL_TABLE;
}

export function detail(label: string, text: string | undefined): readonly Detail[] {
  return text === undefined || text === '' ? [] : [{ label, text }];
}

export const warnings = (...found: readonly (string | false)[]): readonly string[] =>
  found.filter((warning) => warning !== false);

export function milliseconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${Math.round(ms * 10) / 10} ms`;
}
