import type { Budget } from '@molehill/core/budget';
import type { SymbolPlace, ToolResults } from '../generated/types.ts';

type Info = ToolResults['symbol_info'];
type Answer = Omit<Info, 'symbol' | 'unsupported'>;
const LISTS = ['definition', 'typeDefinition', 'implementation', 'supertypes', 'subtypes'] as const;

/** Within the budget: what does not fit loses its text, then is left out. */
export function fitPlaces(base: Pick<Info, 'symbol' | 'unsupported'>, answer: Answer, budget: Budget): Info {
  const { bytes, name: limit } = budget.dataLimit;
  const whole: Info = { ...base, ...answer };
  if (sizeOf(whole) <= bytes) return whole;
  const emptied = Object.fromEntries(LISTS.flatMap((list) => (answer[list] ? [[list, []]] : [])));
  let left = bytes - sizeOf({ ...whole, ...emptied });
  let [shown, total] = [0, 0];
  const kept = LISTS.flatMap((list) => {
    const places = answer[list];
    if (!places) return [];
    total += places.length;
    const fitting = places.flatMap((place): SymbolPlace[] => {
      const short = { ...place, text: undefined };
      const fits = [place, short].find((one) => sizeOf(one) + 1 <= left);
      left -= fits ? sizeOf(fits) + 1 : 0;
      shown += fits === place ? 1 : 0;
      return fits ? [fits] : [];
    });
    return [[list, fitting] as const];
  });
  const next = 'pass fewer of {param:what}, or a larger {param:maxTokens}.';
  budget.cut({ limit, shown, total, next });
  return { ...whole, ...Object.fromEntries(kept) };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
