import type { PlanAnswer } from './is-plan.ts';
import { readMysqlBlocks } from './mysql-blocks.ts';
import { readMysqlIterators } from './mysql-iterators.ts';
import { readMysqlTree } from './mysql-tree.ts';
import { readPostgres } from './postgres.ts';
import { readSqlite } from './sqlite.ts';
import type { Draft, Fact, Measure } from './step.ts';
import { warn } from './warn.ts';
import { type WeighedStep, weigh } from './weigh.ts';

export interface Plan {
  readonly steps: readonly WeighedStep[];
  readonly facts: readonly Fact[];
  /** What the shares are of; nothing where the engine tells no figures. */
  readonly measure: Measure | undefined;
}

/** Nothing when no engine here plans like that. */
export function readPlan({ text, json }: PlanAnswer): Plan | undefined {
  const draft = readDraft(parsed(json), text);
  if (!draft || draft.steps.length === 0) return undefined;
  const { measure, steps } = weigh(draft.steps);
  return { measure, facts: draft.facts, steps: steps.map(warn) };
}

function readDraft(json: unknown, text: string): Draft | undefined {
  return (
    readMysqlTree(text) ??
    readPostgres(json) ??
    readMysqlIterators(json) ??
    readMysqlBlocks(json) ??
    readSqlite(json)
  );
}

/** JSON with numbers that JavaScript cannot hold exactly comes as text. Here the last digit does not matter. */
function parsed(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
