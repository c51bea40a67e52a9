import { isRecord } from '@molehill/core/record';
import { groupBy } from '../debug/group-by.ts';
import type { SettingTarget, SettingValue } from '../settings-host.ts';

type ByTarget = { [T in SettingTarget]?: unknown };

export interface EffectiveSetting extends ByTarget {
  readonly key: string;
  /** Absent where nothing sets it. */
  readonly value?: unknown;
  readonly default?: unknown;
  readonly effectiveFrom?: SettingValue['from'];
  /** The values of the section of the language that was asked for. */
  readonly inLanguage?: ByTarget;
}

/** From the values of all places, the weakest first. */
export function effectiveSetting(key: string, values: readonly SettingValue[]): EffectiveSetting {
  const strongest = values.at(-1);
  if (strongest === undefined) return { key };
  const inLanguage = byPlace(values.filter(({ language }) => language !== undefined));
  return {
    key,
    value: values.map(({ value }) => value).reduce(merge),
    ...byPlace(values.filter(({ language }) => language === undefined)),
    effectiveFrom: strongest.from,
    ...(Object.keys(inLanguage).length > 0 ? { inLanguage } : {}),
  };
}

/** A section of several languages and one of a single language are of the same place. */
function byPlace(values: readonly SettingValue[]): Readonly<Record<string, unknown>> {
  const places = groupBy(values, ({ from }) => from);
  return Object.fromEntries(
    [...places].map(([from, found]) => [from, found.map(({ value }) => value).reduce(merge)]),
  );
}

/** Objects are merged over all places, as VS Code does; anything else replaces the weaker value. */
function merge(weaker: unknown, stronger: unknown): unknown {
  if (!isRecord(weaker) || !isRecord(stronger)) return stronger;
  const added = Object.entries(stronger).map(([key, value]): [string, unknown] => [
    key,
    Object.hasOwn(weaker, key) ? merge(weaker[key], value) : value,
  ]);
  return Object.fromEntries([...Object.entries(weaker), ...added]);
}
