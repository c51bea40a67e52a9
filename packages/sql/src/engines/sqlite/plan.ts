import { isRecord } from '@molehill/core/record';
import type { Plan } from '../engine.ts';
import { type Fields, listAt, textAt } from '../shared/plan/fields.ts';
import { detail, type EnginePlan, type PlanNode, planNode, warnings } from '../shared/plan/node.ts';

/** Reads the tree of EXPLAIN QUERY PLAN: a line of text for each node, no numbers. */
export function readPlan({ json }: Plan): EnginePlan | undefined {
  if (!Array.isArray(json) || json.length === 0 || !json.every(isNode)) return undefined;
  const derived = new Set(json.flatMap(namesBelow));
  return { nodes: json.map((node) => readNode(node, derived)), details: [] };
}

function isNode(value: unknown): value is Fields {
  return isRecord(value) && typeof value.detail === 'string';
}

const DERIVED = /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/;

/** Reading a derived table completely is not a scan of a stored one. */
function namesBelow(node: Fields): readonly string[] {
  const name = DERIVED.exec(textAt(node, 'detail') ?? '')?.[1];
  return [...(name === undefined ? [] : [name]), ...listAt(node, 'steps').flatMap(namesBelow)];
}

function readNode(node: Fields, derived: ReadonlySet<string>): PlanNode {
  const children = listAt(node, 'steps').map((inner) => readNode(inner, derived));
  return planNode({ ...readDetail(textAt(node, 'detail') ?? '', derived), children });
}

const ACCESS = /^(SCAN|SEARCH) (?:TABLE )?(.+?)(?: (?:USING|(?=VIRTUAL TABLE)) ?(.+))?$/;
const INDEX =
  /^(AUTOMATIC )?(?:PARTIAL )?(COVERING )?(?:INDEX ([^\s(]+)?|(?:INTEGER )?(PRIMARY KEY))\s*(.*)$/;

function readDetail(detail: string, derived: ReadonlySet<string>) {
  const [, verb, relation = '', how] = ACCESS.exec(detail) ?? [];
  if (verb === undefined || /CONSTANT ROWS?$/.test(relation)) return { name: detail };
  const scan = verb === 'SCAN' && how === undefined && !derived.has(relation);
  return { name: verb, relation, scan, ...readAccess(how) };
}

function readAccess(how: string | undefined) {
  const [, automatic, covering, index, primaryKey, condition] = INDEX.exec(how ?? '') ?? [];
  if (condition === undefined) return { details: detail('Using', how) };
  return {
    index: index ?? primaryKey?.toLowerCase(),
    details: [
      ...detail('Condition', condition),
      ...detail('Index', covering && 'contains all columns needed'),
    ],
    warnings: warnings(
      automatic !== undefined && 'No index fits, so one is built each time this statement runs.',
    ),
  };
}
