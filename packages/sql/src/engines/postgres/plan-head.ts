import type { Cell } from '../engine.ts';

export type PlanNode = Readonly<Record<string, Cell>>;

/** Fields that are printed in the first line of a node. */
export const IN_HEAD = new Set([
  'Node Type',
  'Strategy',
  'Partial Mode',
  'Parallel Aware',
  'Async Capable',
  'Join Type',
  'Scan Direction',
  'Operation',
  'Command',
  'Relation Name',
  'Function Name',
  'Table Function Name',
  'CTE Name',
  'Tuplestore Name',
  'Schema',
  'Alias',
  'Index Name',
  'Startup Cost',
  'Total Cost',
  'Plan Rows',
  'Plan Width',
  'Actual Startup Time',
  'Actual Total Time',
  'Actual Rows',
  'Actual Loops',
]);

/** The first line of a node as the server prints it: name, target, estimate, measurement. */
export function headOf(node: PlanNode): string {
  const flags = `${node['Async Capable'] ? 'Async ' : ''}${node['Parallel Aware'] ? 'Parallel ' : ''}`;
  return `${flags}${nameOf(node)}${indexOf(node)}${targetOf(node)}${costOf(node)}${actualOf(node)}`;
}

const AGGREGATES: Readonly<Record<string, string>> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
};

function nameOf(node: PlanNode): string {
  const type = text(node['Node Type']);
  const [strategy, operation] = [text(node.Strategy), text(node.Operation)];
  switch (type) {
    case 'Aggregate': {
      const mode = text(node['Partial Mode']);
      const partial = mode === '' || mode === 'Simple' ? '' : `${mode} `;
      return `${partial}${AGGREGATES[strategy] ?? type}`;
    }
    case 'SetOp':
      return `${strategy === 'Hashed' ? 'HashSetOp' : type} ${text(node.Command)}`;
    case 'ModifyTable':
      return operation;
    case 'Foreign Scan':
      return operation === '' || operation === 'Select' ? type : `Foreign ${operation}`;
    default:
      return joined(type, text(node['Join Type']));
  }
}

/** The server puts the join type into the name: "Hash Left Join". An inner nested loop has none. */
function joined(type: string, join: string): string {
  if (join === '' || join === 'Inner') return type;
  return `${type.replace(/ Join$/, '')} ${join} Join`;
}

function indexOf(node: PlanNode): string {
  const index = node['Index Name'];
  if (index === undefined) return '';
  if (node['Node Type'] === 'Bitmap Index Scan') return ` on ${quoted(text(index))}`;
  const backward = node['Scan Direction'] === 'Backward' ? ' Backward' : '';
  return `${backward} using ${quoted(text(index))}`;
}

const TARGETS = ['Relation Name', 'Function Name', 'Table Function Name', 'CTE Name', 'Tuplestore Name'];

function targetOf(node: PlanNode): string {
  const target = text(TARGETS.map((field) => node[field]).find((name) => name !== undefined));
  const alias = text(node.Alias);
  const names = [target, alias === target ? '' : alias].filter((name) => name !== '').map(quoted);
  return names.length === 0 ? '' : ` on ${names.join(' ')}`;
}

function costOf(node: PlanNode): string {
  if (node['Startup Cost'] === undefined) return '';
  const cost = `${fixed(node['Startup Cost'], 2)}..${fixed(node['Total Cost'], 2)}`;
  return `  (cost=${cost} rows=${node['Plan Rows']} width=${node['Plan Width']})`;
}

function actualOf(node: PlanNode): string {
  if (node['Actual Loops'] === undefined) return '';
  if (node['Actual Loops'] === 0) return ' (never executed)';
  const [start, total] = [node['Actual Startup Time'], node['Actual Total Time']];
  const time = total === undefined ? '' : `time=${fixed(start, 3)}..${fixed(total, 3)} `;
  return ` (actual ${time}rows=${node['Actual Rows']} loops=${node['Actual Loops']})`;
}

const text = (cell: Cell | undefined) => (cell === undefined || cell === null ? '' : String(cell));
const fixed = (cell: Cell | undefined, digits: number) => Number(cell ?? 0).toFixed(digits);

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
