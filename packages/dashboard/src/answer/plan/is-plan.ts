import { isRecord } from '../../form/schema.ts';

/** A query plan as text and as JSON, whichever engine made it. */
export interface PlanAnswer {
  readonly text: string;
  readonly json: unknown;
}

const KEYS = new Set(['text', 'json']);

export function isPlan(data: unknown): data is PlanAnswer {
  if (!isRecord(data) || typeof data.text !== 'string' || !Object.keys(data).every((key) => KEYS.has(key)))
    return false;
  return Array.isArray(data.json) || isRecord(data.json) || typeof data.json === 'string';
}
