import { type ShopDb, selectAll, selectOne } from './db.ts';
import { ShopError } from './errors.ts';
import { sortedBy } from './lists.ts';
import { type Cents, formatEuro, percentOf } from './money.ts';

export type Coupon = {
  code: string;
  kind: 'percent' | 'amount';
  value: number;
  minSpendCents: Cents;
  validFrom: string;
  validUntil: string;
};

export type AppliedCoupon = { code: string; discountCents: Cents };

const COLUMNS = `c.code, c.kind, c.value, c.min_spend_cents AS minSpendCents,
  c.valid_from AS validFrom, c.valid_until AS validUntil`;

export function findCoupon(db: ShopDb, code: string): Coupon {
  const coupon = selectOne<Coupon>(
    db,
    `SELECT ${COLUMNS} FROM coupons c WHERE c.code = ?`,
    code.toUpperCase(),
  );
  if (!coupon) throw new ShopError('coupon_not_valid', `There is no coupon ${code}.`);
  return coupon;
}

export function couponsOfOrder(db: ShopDb, orderId: number): Coupon[] {
  return selectAll<Coupon>(
    db,
    `SELECT ${COLUMNS} FROM order_coupons o JOIN coupons c ON c.code = o.code WHERE o.order_id = ?`,
    orderId,
  );
}

/** Why the coupon may not be used, or null when it may. */
export function couponObjection(coupon: Coupon, goodsCents: Cents, day: string): string | null {
  if (day < coupon.validFrom || day > coupon.validUntil)
    return `Coupon ${coupon.code} is not valid on ${day}.`;
  if (goodsCents < coupon.minSpendCents) {
    return `Coupon ${coupon.code} needs goods for at least ${formatEuro(coupon.minSpendCents)}.`;
  }
  return null;
}

function discountOf(coupon: Coupon, remaining: Cents): Cents {
  return coupon.kind === 'percent' ? percentOf(remaining, coupon.value) : Math.min(coupon.value, remaining);
}

/** Percentages come first, so that a fixed amount is never shrunk by them. */
export function applyCoupons(coupons: Coupon[], goodsCents: Cents): AppliedCoupon[] {
  let remaining = goodsCents;
  const inOrder = sortedBy(coupons, (coupon) => `${coupon.kind === 'percent' ? 1 : 2} ${coupon.code}`);
  return inOrder.map((coupon) => {
    const discountCents = discountOf(coupon, remaining);
    remaining -= discountCents;
    return { code: coupon.code, discountCents };
  });
}
