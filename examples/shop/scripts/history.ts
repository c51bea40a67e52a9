import { applyCoupons, type Coupon, couponObjection } from '../src/coupons.ts';
import { percentOf, sumCents } from '../src/money.ts';
import type { OrderStatus } from '../src/orders.ts';
import { shippingFor } from '../src/pricing.ts';
import { type BasketPlan, fillBasket } from './baskets.ts';
import { CATALOGUE } from './catalogue.ts';
import { CAMPAIGNS, GIFTS, WELCOME } from './coupons.ts';
import type { CustomerPlan } from './customers.ts';
import { DAY_MS, daysBeforeEnd, FIRST_MONTH, FIRST_YEAR, isoDay, LAST_MOMENT, MONTHS } from './dates.ts';
import type { ProductPlan } from './products.ts';
import { type Random, randomFor } from './random.ts';

const ORDERS = 2500;
const MONTHLY_GROWTH = 0.03;

/** January to December: a summer lull, presents in December. */
const MONTH_FACTORS = [0.9, 0.9, 1, 1.05, 1.05, 1, 0.85, 0.85, 0.95, 1, 1.2, 1.4] as const;
/** Midnight to 23 h: a quiet night, a lunch break, a long evening. */
const HOURS = [1, 0.5, 0.3, 0.2, 0.2, 0.5, 1.5, 3, 4, 5, 5, 5, 7, 6, 5, 5, 5, 6, 7, 9, 11, 10, 6, 3] as const;
/** Sunday to Saturday. */
const WEEKDAYS = [1.35, 1.1, 1, 0.95, 0.95, 0.85, 1.05] as const;

export type OrderPlan = BasketPlan & {
  id: number;
  customer: CustomerPlan;
  addressId: number;
  status: OrderStatus;
  placedMs: number;
  coupons: Coupon[];
  shippingCents: number;
  totalCents: number;
};

type Month = { start: number; days: number; weight: number };

function calendar(): Month[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const start = Date.UTC(FIRST_YEAR, FIRST_MONTH + index);
    const days = new Date(Date.UTC(FIRST_YEAR, FIRST_MONTH + index + 1, 0)).getUTCDate();
    const month = new Date(start).getUTCMonth();
    const season = CATALOGUE.reduce((sum, plan) => sum + (plan.season[month] ?? 0), 0);
    return { start, days, weight: season * (MONTH_FACTORS[month] ?? 1) * (1 + MONTHLY_GROWTH * index) };
  });
}

/** Everybody orders in the week of a big discount. */
function isRush(ms: number): boolean {
  const day = isoDay(ms);
  return CAMPAIGNS.some(
    ({ value, validFrom, validUntil }) => value >= 15 && day >= validFrom && day <= validUntil,
  );
}

function dayWeight(ms: number): number {
  return (WEEKDAYS[new Date(ms).getUTCDay()] ?? 1) * (isRush(ms) ? 3 : 1);
}

function drawMoment(random: Random, months: Month[]): number {
  const month = random.weighted(months, (candidate) => candidate.weight);
  const days = Array.from({ length: month.days }, (_, day) => month.start + day * DAY_MS);
  const day = random.weighted(days, dayWeight);
  const hour = random.weighted([...HOURS.keys()], (index) => HOURS[index] ?? 0);
  return day + hour * 3_600_000 + random.between(0, 3599) * 1000;
}

function drawMoments(random: Random): number[] {
  const months = calendar();
  const moments: number[] = [];
  while (moments.length < ORDERS) {
    const moment = drawMoment(random, months);
    if (moment < LAST_MOMENT) moments.push(moment);
  }
  return moments.sort((a, b) => a - b);
}

function drawStatus(random: Random, placedMs: number): OrderStatus {
  const age = daysBeforeEnd(placedMs);
  if (random.chance(0.03)) return 'cancelled';
  if (age > 21) return random.chance(0.025) ? 'refunded' : 'delivered';
  if (age > 10) return random.chance(0.7) ? 'delivered' : 'shipped';
  if (age > 5) return random.chance(0.8) ? 'shipped' : 'paid';
  return random.chance(0.65) ? 'paid' : 'pending';
}

function earnedOnLine(categoryId: number, quantity: number): number {
  const tiers = Object.entries(CATALOGUE[categoryId - 1]?.tiers ?? {});
  return Math.max(0, ...tiers.filter(([pieces]) => quantity >= Number(pieces)).map(([, percent]) => percent));
}

function goodsOf(basket: BasketPlan): number {
  return sumCents(
    basket.lines.map(({ product, quantity, unitPriceCents }) => {
      const list = quantity * unitPriceCents;
      return list - percentOf(list, earnedOnLine(product.categoryId, quantity));
    }),
  );
}

function drawCoupons(random: Random, isFirst: boolean, goods: number, placedMs: number): Coupon[] {
  const usable = (coupon: Coupon): boolean => couponObjection(coupon, goods, isoDay(placedMs)) === null;
  const campaigns = isFirst && usable(WELCOME) ? [WELCOME] : CAMPAIGNS.filter(usable);
  const gifts = GIFTS.filter(usable);
  const coupons: Coupon[] = [];
  if (campaigns.length > 0 && random.chance(0.24)) coupons.push(random.pick(campaigns));
  if (gifts.length > 0 && random.chance(0.05)) coupons.push(random.pick(gifts));
  return coupons;
}

export function planOrders(customers: CustomerPlan[], products: ProductPlan[]): OrderPlan[] {
  const random = randomFor('orders');
  const seen = new Set<number>();
  return drawMoments(random).map((placedMs, index) => {
    const customer = random.weighted(customers, (candidate) => candidate.activity);
    const basket = fillBasket(random, customer, products, placedMs);
    const goods = goodsOf(basket);
    const coupons = drawCoupons(random, !seen.has(customer.id), goods, placedMs);
    const net = goods - sumCents(applyCoupons(coupons, goods).map((coupon) => coupon.discountCents));
    const shippingCents = shippingFor(net);
    seen.add(customer.id);
    return {
      ...basket,
      id: index + 1,
      customer,
      addressId: random.pick(customer.addresses).id,
      status: drawStatus(random, placedMs),
      placedMs,
      coupons,
      shippingCents,
      totalCents: net + shippingCents,
    };
  });
}
