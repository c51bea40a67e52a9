import { isRecord, type JsonObject, listOf, recordOf, textOf } from '../../json.ts';

interface Detail {
  readonly label: string;
  readonly text: string;
}

/** A node of a plan as the server describes it, whichever engine made it. */
export interface PlanNode {
  readonly name: string;
  /** Empty where the engine has none; likewise the next two. */
  readonly role: string;
  readonly relation: string;
  readonly index: string;
  readonly details: readonly Detail[];
  readonly estimated: number | undefined;
  readonly actual: number | undefined;
  readonly loops: number | undefined;
  /** Without its children, in the plan's measure. */
  readonly own: number | undefined;
  /** Of the whole, from 0 to 1. */
  readonly share: number | undefined;
  readonly warnings: readonly string[];
  readonly children: readonly PlanNode[];
}

export type Measure = 'time' | 'cost' | 'rows';

export interface Plan {
  readonly nodes: readonly PlanNode[];
  readonly details: readonly Detail[];
  /** What the shares are of; absent where the engine reports no numbers. */
  readonly measure: Measure | undefined;
}

/** A query plan as text beside a tree; a plan that was not read as a tree has its text alone. */
interface PlanAnswer {
  readonly text: string;
  readonly json: unknown;
  readonly plan?: unknown;
}

const KEYS = new Set(['text', 'json', 'plan']);

export function isPlan(data: unknown): data is PlanAnswer {
  if (!isRecord(data) || typeof data.text !== 'string' || !Object.keys(data).every((key) => KEYS.has(key)))
    return false;
  const { plan, json } = data;
  return isRecord(plan) || (typeof json === 'object' && json !== null) || typeof json === 'string';
}

/** Any part may be missing: an answer over its budget is cut. */
export function readPlan({ plan }: PlanAnswer): Plan | undefined {
  const { nodes, measure, details } = recordOf(plan);
  if (recordsOf(nodes).length === 0) return undefined;
  return {
    nodes: recordsOf(nodes).map(readNode),
    details: detailsOf(details),
    measure: (['time', 'cost', 'rows'] as const).find((known) => known === measure),
  };
}

function readNode(node: JsonObject): PlanNode {
  const rows = recordOf(node.rows);
  return {
    name: textOf(node.name),
    role: textOf(node.role),
    relation: textOf(node.relation),
    index: textOf(node.index),
    details: detailsOf(node.details),
    estimated: numberOf(rows.estimated),
    actual: numberOf(rows.actual),
    loops: numberOf(rows.loops),
    own: numberOf(node.own),
    share: numberOf(node.share),
    warnings: listOf(node.warnings).filter((text) => typeof text === 'string'),
    children: recordsOf(node.children).map(readNode),
  };
}

function detailsOf(value: unknown): readonly Detail[] {
  return recordsOf(value).map(({ label, text }) => ({ label: textOf(label), text: textOf(text) }));
}

function recordsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).filter(isRecord);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A node as one line of the drawn tree. */
export interface PlanLine {
  readonly node: PlanNode;
  readonly depth: number;
  /** For each ancestor and the node itself: whether a sibling follows. */
  readonly continues: readonly boolean[];
}

export function linesOf(nodes: readonly PlanNode[], above: readonly boolean[] = []): readonly PlanLine[] {
  return nodes.flatMap((node, at) => {
    const continues = [...above, at < nodes.length - 1];
    return [{ node, depth: above.length, continues }, ...linesOf(node.children, continues)];
  });
}
