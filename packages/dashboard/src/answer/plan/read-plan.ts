import { isRecord } from '../../form/schema.ts';

export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** A node of a plan as the server describes it, whichever engine made it. */
export interface PlanNode {
  readonly name: string;
  readonly role: string | undefined;
  readonly relation: string | undefined;
  readonly index: string | undefined;
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
export interface PlanAnswer {
  readonly text: string;
  readonly json: unknown;
  readonly plan?: unknown;
}

const KEYS = new Set(['text', 'json', 'plan']);

export function isPlan(data: unknown): data is PlanAnswer {
  if (!isRecord(data) || typeof data.text !== 'string' || !Object.keys(data).every((key) => KEYS.has(key)))
    return false;
  return (
    isRecord(data.plan) || Array.isArray(data.json) || isRecord(data.json) || typeof data.json === 'string'
  );
}

/** Any part may be missing: an answer over its budget is cut. */
export function readPlan({ plan }: PlanAnswer): Plan | undefined {
  if (!isRecord(plan)) return undefined;
  const nodes = listOf(plan.nodes).map(readNode);
  if (nodes.length === 0) return undefined;
  const measure = (['time', 'cost', 'rows'] as const).find((known) => known === plan.measure);
  return { nodes, details: detailsOf(plan.details), measure };
}

type Fields = Readonly<Record<string, unknown>>;

function readNode(node: Fields): PlanNode {
  const rows = isRecord(node.rows) ? node.rows : {};
  return {
    name: textOf(node.name) ?? '',
    role: textOf(node.role),
    relation: textOf(node.relation),
    index: textOf(node.index),
    details: detailsOf(node.details),
    estimated: numberOf(rows.estimated),
    actual: numberOf(rows.actual),
    loops: numberOf(rows.loops),
    own: numberOf(node.own),
    share: numberOf(node.share),
    warnings: Array.isArray(node.warnings) ? node.warnings.filter((text) => typeof text === 'string') : [],
    children: listOf(node.children).map(readNode),
  };
}

function detailsOf(value: unknown): readonly Detail[] {
  return listOf(value).map(({ label, text }) => ({ label: textOf(label) ?? '', text: textOf(text) ?? '' }));
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
