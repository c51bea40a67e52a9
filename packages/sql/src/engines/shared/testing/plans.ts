import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Plan } from '../../engine.ts';
import type { EnginePlan } from '../plan/node.ts';
import { type PlanTree, planTree, type TreeNode } from '../plan/plan-tree.ts';

type ReadPlan = (plan: Plan) => EnginePlan | undefined;

export interface PlanFixtures {
  answerOf(name: string): Plan;
  treeOf(name: string): PlanTree;
}

/**
 * Plans of real engines over customers, products, 12,000 orders and 30,000 order lines, with the tests that hold for all
 * of them. A fixture is what `json` holds; SQLite's have the text beside it, and a text file is the text alone.
 */
export function describeFixtures(folder: URL, readPlan: ReadPlan): PlanFixtures {
  const names = readdirSync(folder);
  const answerOf = (name: string): Plan => {
    const content = readFileSync(new URL(name, folder), 'utf8');
    if (name.endsWith('.txt')) return { text: content, json: null };
    const json = JSON.parse(content);
    return name.startsWith('sqlite') ? json : { text: '', json };
  };
  const treeOf = (name: string): PlanTree => {
    const tree = planTree(readPlan(answerOf(name)));
    if (!tree) throw new Error(`${name} was not read`);
    return tree;
  };

  it.each(names)('%s has shares that add up to the whole', (name) => {
    const shares = nodesOf(treeOf(name)).flatMap(({ share }) => (share === undefined ? [] : [share]));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    if (shares.length > 0) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it('reads no plan from arbitrary JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
        fc.string(),
        (json, text) => void planTree(readPlan({ text, json })),
      ),
    );
    expect(planTree(readPlan({ text: '', json: [] }))).toBeUndefined();
  });

  return { answerOf, treeOf };
}

/** The tree in short lines: each node and its share of the whole. */
export function outline({ nodes }: PlanTree): string {
  const linesOf = (list: readonly TreeNode[], indent: string): string[] =>
    list.flatMap((node) => [`${indent}${labelOf(node)}`, ...linesOf(node.children ?? [], `${indent}  `)]);
  return linesOf(nodes, '').join('\n');
}

function labelOf({ role, name, relation, index, share }: TreeNode): string {
  return [
    ...(role ? [`[${role}]`] : []),
    name,
    ...(relation ? [`on ${relation}`] : []),
    ...(index ? [`by ${index}`] : []),
    ...(share === undefined ? [] : [`${Math.round(share * 100)}%`]),
  ].join(' ');
}

export function nodesOf({ nodes }: PlanTree): readonly TreeNode[] {
  const all = (list: readonly TreeNode[]): TreeNode[] =>
    list.flatMap((node) => [node, ...all(node.children ?? [])]);
  return all(nodes);
}

/** Warnings, each with the name of its node. */
export function warningsOf(tree: PlanTree): readonly string[] {
  return nodesOf(tree).flatMap(({ name, relation = '', warnings = [] }) =>
    warnings.map((warning) => `${name} ${relation}: ${warning}`),
  );
}
