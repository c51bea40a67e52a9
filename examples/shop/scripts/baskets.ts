import { CATALOGUE } from './catalogue.ts';
import type { CustomerPlan } from './customers.ts';
import type { ProductPlan } from './products.ts';
import type { Random } from './random.ts';

export type BasketPlan = { lines: { product: ProductPlan; quantity: number; unitPriceCents: number }[] };

const PRICE_CHANGE = Date.UTC(2025, 8, 1);
const DEAR_CENTS = 1500;

type Weights = Readonly<Record<number, number>>;

const LINES_PRIVATE: Weights = { 1: 28, 2: 27, 3: 20, 4: 13, 5: 7, 6: 3, 7: 2 };
const LINES_BUSINESS: Weights = { 1: 12, 2: 30, 3: 30, 4: 18, 5: 10 };
const PIECES_OF_LASTING: Weights = { 1: 88, 2: 10, 3: 2 };
const PIECES_OF_CONSUMABLE: Weights = { 1: 42, 2: 26, 3: 12, 4: 9, 6: 7, 10: 2, 12: 2 };
const PIECES_FOR_TRADE: Weights = {
  6: 10,
  10: 14,
  12: 16,
  15: 8,
  20: 12,
  24: 14,
  25: 8,
  30: 6,
  36: 5,
  48: 4,
  50: 2,
  60: 1,
};
const PIECES_OF_DEAR_FOR_TRADE: Weights = { 2: 20, 4: 25, 6: 25, 8: 12, 10: 10, 12: 8 };

function drawNumber(random: Random, weights: Weights): number {
  return Number(random.weighted(Object.entries(weights), ([, weight]) => weight)[0]);
}

function isConsumable(product: ProductPlan): boolean {
  return Object.keys(CATALOGUE[product.categoryId - 1]?.tiers ?? {}).length > 0;
}

function drawPieces(random: Random, product: ProductPlan, forTrade: boolean): number {
  if (!isConsumable(product)) return drawNumber(random, PIECES_OF_LASTING);
  if (!forTrade) return drawNumber(random, PIECES_OF_CONSUMABLE);
  return drawNumber(random, product.priceCents > DEAR_CENTS ? PIECES_OF_DEAR_FOR_TRADE : PIECES_FOR_TRADE);
}

function categoryAppeal(customer: CustomerPlan, categoryId: number, month: number): number {
  const plan = CATALOGUE[categoryId - 1];
  const season = plan?.season[month] ?? 1;
  return plan && customer.buys.includes(plan.slug) ? season * 18 : season;
}

function priceOn(product: ProductPlan, placedMs: number): number {
  return placedMs < PRICE_CHANGE ? (product.formerPriceCents ?? product.priceCents) : product.priceCents;
}

export function fillBasket(
  random: Random,
  customer: CustomerPlan,
  products: ProductPlan[],
  placedMs: number,
): BasketPlan {
  const month = new Date(placedMs).getUTCMonth();
  const forTrade = customer.buys.length > 0;
  const appeal = CATALOGUE.map((_, index) => categoryAppeal(customer, index + 1, month));
  const count = drawNumber(random, forTrade ? LINES_BUSINESS : LINES_PRIVATE);
  const chosen = new Set<ProductPlan>();
  while (chosen.size < count) {
    chosen.add(
      random.weighted(products, (product) => product.appeal * (appeal[product.categoryId - 1] ?? 0)),
    );
  }
  const lines = [...chosen].map((product) => ({
    product,
    quantity: drawPieces(random, product, forTrade),
    unitPriceCents: priceOn(product, placedMs),
  }));
  return { lines };
}
