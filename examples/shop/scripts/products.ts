import { CATALOGUE, type CategoryPlan } from './catalogue.ts';
import { type Random, randomFor } from './random.ts';

export type ProductPlan = {
  id: number;
  categoryId: number;
  sku: string;
  name: string;
  priceCents: number;
  /** What it cost before the price change, or null when it has always cost the same. */
  formerPriceCents: number | null;
  /** What is left today; the opening stock is this and everything sold. */
  stock: number;
  reorderLevel: number;
  attributes: Record<string, string | number | readonly string[]>;
  /** How often it is chosen within its category. */
  appeal: number;
  /** The average rating buyers give it, from 1 to 5. */
  quality: number;
};

const ORIGINS = ['DE', 'AT', 'NL', 'PL', 'CZ', 'PT', 'DK', 'SE'] as const;
const SOLD_OUT = 0.02;
const RUNNING_LOW = 0.1;

/** Dearer things end in .40 or .90, cheap ones in a full ten cents. */
function shelfPrice(cents: number): number {
  return cents >= 1000 ? Math.round(cents / 50) * 50 - 10 : Math.round(cents / 10) * 10;
}

function formerPrice(random: Random, cents: number): number | null {
  if (!random.chance(0.45)) return null;
  const former = shelfPrice((cents * random.between(92, 97)) / 100);
  return former < cents ? former : null;
}

function stockToday(random: Random, reorderLevel: number): number {
  if (random.chance(SOLD_OUT)) return 0;
  if (random.chance(RUNNING_LOW)) return random.between(1, reorderLevel);
  return reorderLevel + random.between(5, reorderLevel * 6);
}

function reorderLevelFor(random: Random, cents: number): number {
  if (cents < 500) return random.between(8, 16) * 5;
  return cents < 2000 ? random.between(4, 8) * 5 : random.between(4, 12);
}

function attributesFor(
  random: Random,
  plan: CategoryPlan,
  variant: string,
  kind: CategoryPlan['kinds'][number],
  factor: number,
): ProductPlan['attributes'] {
  const [, , grams, material] = kind;
  return {
    material,
    variant,
    weight_g: Math.round((grams * (factor + 1)) / 2),
    origin: random.pick(ORIGINS),
    tags: plan.tags,
  };
}

function productsOf(random: Random, plan: CategoryPlan, categoryId: number): Omit<ProductPlan, 'id'>[] {
  return plan.kinds.flatMap((kind, kindIndex) =>
    Object.entries(kind[4]).map(([variant, factor], variantIndex) => {
      const priceCents = shelfPrice(kind[1] * factor);
      const reorderLevel = reorderLevelFor(random, priceCents);
      return {
        categoryId,
        sku: `${plan.prefix}-${kindIndex + 1}0${variantIndex + 1}`,
        name: `${kind[0]}, ${variant}`,
        priceCents,
        formerPriceCents: formerPrice(random, priceCents),
        stock: stockToday(random, reorderLevel),
        reorderLevel,
        attributes: attributesFor(random, plan, variant, kind, factor),
        appeal: 1 / random.between(1, 15),
        quality: 3.4 + random.next() * 1.4,
      };
    }),
  );
}

export function planProducts(): ProductPlan[] {
  const random = randomFor('products');
  return CATALOGUE.flatMap((plan, index) => productsOf(random, plan, index + 1)).map((product, index) => ({
    id: index + 1,
    ...product,
  }));
}
