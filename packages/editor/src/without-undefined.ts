import { isRecord } from '@molehill/core/record';

/** Handlers leave optional fields undefined; an answer has no such fields, in its text neither. */
export function withoutUndefined(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutUndefined);
  if (!isRecord(data)) return data;
  const defined = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined.map(([key, value]) => [key, withoutUndefined(value)]));
}
