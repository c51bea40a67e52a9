import type { Plan } from '../../engine.ts';
import { parsedJson } from '../../shared/plan/fields.ts';
import type { EnginePlan } from '../../shared/plan/node.ts';
import { readBlocks } from './blocks.ts';
import { readIterators } from './iterators.ts';
import { readTree } from './tree.ts';

/** The format depends on the product, its version and whether the statement was executed. */
export function readPlan({ text, json }: Plan): EnginePlan | undefined {
  const document = parsedJson(json);
  return readTree(text) ?? readIterators(document) ?? readBlocks(document);
}
