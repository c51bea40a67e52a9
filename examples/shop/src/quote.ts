import { couponObjection, findCoupon } from './coupons.ts';
import type { ShopDb } from './db.ts';
import { ShopError } from './errors.ts';
import { type Availability, availability, findProduct } from './inventory.ts';
import type { Cents } from './money.ts';
import { type PricedBasket, priceBasket, shippingFor } from './pricing.ts';

const MOST_PIECES = 10_000;
const MOST_LINES = 100;

export type QuoteRequest = {
  lines: { sku: string; quantity: number }[];
  coupons: string[];
  day: string;
};

export type Quote = PricedBasket & {
  availability: Record<string, Availability>;
  shippingCents: Cents;
  totalCents: Cents;
};

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseLine(value: unknown, index: number): QuoteRequest['lines'][number] {
  if (!isRecord(value) || typeof value.sku !== 'string') {
    throw new ShopError('bad_request', `lines[${index}].sku must be a text.`);
  }
  const { sku, quantity } = value;
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > MOST_PIECES) {
    throw new ShopError(
      'bad_request',
      `lines[${index}].quantity must be a whole number from 1 to ${MOST_PIECES}.`,
    );
  }
  return { sku, quantity };
}

function parseLines(value: unknown): QuoteRequest['lines'] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_LINES) {
    throw new ShopError('bad_request', `lines must be a list of 1 to ${MOST_LINES} entries {sku, quantity}.`);
  }
  const lines = value.map(parseLine);
  const skus = new Set(lines.map((line) => line.sku));
  if (skus.size < lines.length) throw new ShopError('bad_request', 'lines must name each product once.');
  return lines;
}

function parseCoupons(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((code) => typeof code === 'string')) {
    throw new ShopError('bad_request', 'coupons must be a list of coupon codes.');
  }
  return [...new Set(value.map((code) => code.toUpperCase()))];
}

function parseDay(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    throw new ShopError('bad_request', 'day must be a date like 2026-03-14.');
  }
  return value;
}

export function parseQuoteRequest(body: unknown): QuoteRequest {
  if (!isRecord(body)) throw new ShopError('bad_request', 'The body must be an object with lines.');
  return {
    lines: parseLines(body.lines),
    coupons: parseCoupons(body.coupons ?? []),
    day: parseDay(body.day ?? today()),
  };
}

export function quoteFor(db: ShopDb, request: QuoteRequest): Quote {
  const picks = request.lines.map((line) => ({
    product: findProduct(db, line.sku),
    quantity: line.quantity,
  }));
  const basket = picks.map(({ product, quantity }) => ({
    sku: product.sku,
    name: product.name,
    categoryId: product.categoryId,
    quantity,
    unitPriceCents: product.priceCents,
  }));
  const coupons = request.coupons.map((code) => findCoupon(db, code));
  const priced = priceBasket(db, basket, coupons);
  for (const coupon of coupons) {
    const objection = couponObjection(coupon, priced.goodsCents, request.day);
    if (objection) throw new ShopError('coupon_not_valid', objection);
  }
  const shippingCents = shippingFor(priced.netCents);
  return {
    ...priced,
    availability: Object.fromEntries(
      picks.map(({ product, quantity }) => [product.sku, availability(product, quantity)]),
    ),
    shippingCents,
    totalCents: priced.netCents + shippingCents,
  };
}
