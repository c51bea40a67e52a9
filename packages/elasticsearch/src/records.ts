import { isRecord } from '@molehill/core/record';
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value at a path of names; undefined where there is none. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

export function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = at(value, ...names);
  return Array.isArray(found) ? found : [];
}
