import { readdirSync, readFileSync } from 'node:fs';
import type { PlanAnswer } from './is-plan.ts';
import { linesOf } from './lines.ts';
import { type Plan, readPlan } from './read-plan.ts';
import type { WeighedStep } from './weigh.ts';

const folder = new URL('fixtures/', import.meta.url);

/** Plans as real engines of the named version told them, over customers, products, 12,000 orders and 30,000 order lines. */
export const fixtures: readonly string[] = readdirSync(folder);

/** A fixture is what `json` holds; SQLite's have the text beside it, and what is no JSON is the text alone. */
export function answerOf(name: string): PlanAnswer {
  const content = readFileSync(new URL(name, folder), 'utf8');
  if (name.endsWith('.txt')) return { text: content, json: null };
  const json = JSON.parse(content);
  return name.startsWith('sqlite') ? json : { text: '', json };
}

export function planOf(name: string): Plan {
  const plan = readPlan(answerOf(name));
  if (!plan) throw new Error(`${name} was not read`);
  return plan;
}

/** The tree in short lines: what each step is, and what part of the whole it takes. */
export function outline({ steps }: Plan): string {
  return linesOf(steps)
    .map(({ step, depth }) => `${'  '.repeat(depth)}${wordsOf(step)}`)
    .join('\n');
}

function wordsOf({ role, name, on, index, share }: WeighedStep): string {
  return [
    ...(role ? [`[${role}]`] : []),
    name,
    ...(on ? [`on ${on}`] : []),
    ...(index ? [`by ${index}`] : []),
    ...(share === undefined ? [] : [`${Math.round(share * 100)}%`]),
  ].join(' ');
}

export function stepsOf({ steps }: Plan): readonly WeighedStep[] {
  return linesOf(steps).map(({ step }) => step);
}

/** What is said about steps, each with the step's name. */
export function warningsOf(plan: Plan): readonly string[] {
  return stepsOf(plan).flatMap(({ name, on, warnings }) =>
    warnings.map((warning) => `${name} ${on ?? ''}: ${warning}`),
  );
}
