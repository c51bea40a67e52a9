import { type AppliedCoupon, applyCoupons, type Coupon } from './coupons.ts';
import type { ShopDb } from './db.ts';
import { type Cents, percentOf, sumCents } from './money.ts';
import { nextOffer, type Offer } from './offers.ts';
import { earnedPercent, volumeTiers } from './tiers.ts';

const SHIPPING_CENTS = 490;
const FREE_SHIPPING_FROM = 6000;

export type BasketLine = {
  sku: string;
  name: string;
  categoryId: number;
  quantity: number;
  unitPriceCents: Cents;
};

export type PricedLine = {
  sku: string;
  name: string;
  quantity: number;
  unitPriceCents: Cents;
  discountPercent: number;
  amountCents: Cents;
  offer: Offer | null;
};

export type PricedBasket = {
  lines: PricedLine[];
  goodsCents: Cents;
  coupons: AppliedCoupon[];
  netCents: Cents;
};

export function priceLine(db: ShopDb, line: BasketLine): PricedLine {
  const { sku, name, quantity, unitPriceCents } = line;
  const tiers = volumeTiers(db, line.categoryId);
  const listCents = quantity * unitPriceCents;
  const discountPercent = earnedPercent(tiers, quantity);
  const amountCents = listCents - percentOf(listCents, discountPercent);
  const offer = nextOffer(tiers, quantity);
  return { sku, name, quantity, unitPriceCents, discountPercent, amountCents, offer };
}

export function priceBasket(db: ShopDb, basket: BasketLine[], coupons: Coupon[]): PricedBasket {
  const lines = basket.map((line) => priceLine(db, line));
  const goodsCents = sumCents(lines.map((line) => line.amountCents));
  const applied = applyCoupons(coupons, goodsCents);
  const netCents = goodsCents - sumCents(applied.map((coupon) => coupon.discountCents));
  return { lines, goodsCents, coupons: applied, netCents };
}

export function shippingFor(netCents: Cents): Cents {
  return netCents >= FREE_SHIPPING_FROM ? 0 : SHIPPING_CENTS;
}
