import { CATALOGUE } from './catalogue.ts';
import { DAY_MS, LAST_MOMENT } from './dates.ts';
import type { OrderPlan } from './history.ts';
import { CLOSINGS, OPENINGS, REMARKS } from './phrases.ts';
import type { ProductPlan } from './products.ts';
import { type Random, randomFor } from './random.ts';

export type ReviewPlan = {
  productId: number;
  customerId: number;
  rating: number;
  body: string;
  writtenMs: number;
};

const REVIEWED = 0.16;

function drawRating(random: Random, product: ProductPlan): number {
  const spread = random.next() + random.next() + random.next() - 1.5;
  return Math.min(5, Math.max(1, Math.round(product.quality + 0.2 + spread * 2.2)));
}

function write(random: Random, product: ProductPlan, rating: number): string {
  const remarks = REMARKS[CATALOGUE[product.categoryId - 1]?.slug ?? ''];
  const sentences = [random.pick(OPENINGS[rating - 1] ?? [])];
  if (remarks && rating >= 3) sentences.push(random.pick(remarks.good));
  if (remarks && (rating < 3 || (rating === 3 && random.chance(0.6))))
    sentences.push(random.pick(remarks.bad));
  if (random.chance(0.3)) sentences.push(random.pick(CLOSINGS));
  return sentences.join(' ');
}

function reviewsOf(random: Random, order: OrderPlan): ReviewPlan[] {
  if (order.status !== 'delivered' && order.status !== 'refunded') return [];
  return order.lines
    .filter(() => random.chance(REVIEWED))
    .map(({ product }) => {
      const rating = order.status === 'refunded' ? random.between(1, 2) : drawRating(random, product);
      return {
        productId: product.id,
        customerId: order.customer.id,
        rating,
        body: write(random, product, rating),
        writtenMs: order.placedMs + random.between(4, 40) * DAY_MS,
      };
    });
}

/** A customer reviews a product once, however often it is bought. */
export function planReviews(orders: OrderPlan[]): ReviewPlan[] {
  const random = randomFor('reviews');
  const first = new Map<string, ReviewPlan>();
  for (const review of orders.flatMap((order) => reviewsOf(random, order))) {
    const key = `${review.productId} ${review.customerId}`;
    if (review.writtenMs < LAST_MOMENT && !first.has(key)) first.set(key, review);
  }
  return [...first.values()].sort((a, b) => a.writtenMs - b.writtenMs);
}
