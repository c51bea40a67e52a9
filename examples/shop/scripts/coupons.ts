import type { Coupon } from '../src/coupons.ts';

export type CouponPlan = Coupon & { description: string };

function percent(
  code: string,
  value: number,
  minSpendCents: number,
  days: [string, string],
  description: string,
): CouponPlan {
  return {
    code,
    kind: 'percent',
    value,
    minSpendCents,
    validFrom: days[0],
    validUntil: days[1],
    description,
  };
}

function amount(
  code: string,
  value: number,
  minSpendCents: number,
  days: [string, string],
  description: string,
): CouponPlan {
  return { code, kind: 'amount', value, minSpendCents, validFrom: days[0], validUntil: days[1], description };
}

export const WELCOME = percent('WELCOME10', 10, 2500, ['2024-01-01', '2027-12-31'], 'First order');

export const CAMPAIGNS: readonly CouponPlan[] = [
  percent('SUMMER24', 8, 3000, ['2024-06-15', '2024-07-31'], 'Summer sale'),
  percent('HARVEST24', 10, 4000, ['2024-08-20', '2024-09-30'], 'Preserving weeks'),
  percent('BLACKFRIDAY24', 15, 5000, ['2024-11-25', '2024-12-02'], 'Black Friday week'),
  percent('SPRING25', 10, 4000, ['2025-03-01', '2025-04-15'], 'First warm days'),
  percent('HARVEST25', 10, 4000, ['2025-08-20', '2025-09-30'], 'Preserving weeks'),
  percent('BLACKFRIDAY25', 15, 5000, ['2025-11-24', '2025-12-01'], 'Black Friday week'),
  percent('SPRING26', 10, 4000, ['2026-03-01', '2026-04-15'], 'First warm days'),
  percent('TRADE5', 5, 15000, ['2025-01-01', '2027-12-31'], 'Trade customers'),
];

export const GIFTS: readonly CouponPlan[] = [
  amount('THANKS5', 500, 3500, ['2024-05-01', '2027-12-31'], 'After a review'),
  amount('SORRY10', 1000, 4000, ['2024-05-01', '2027-12-31'], 'For a late parcel'),
  amount('GIFT25', 2500, 7500, ['2024-10-01', '2027-12-31'], 'Gift card'),
];

export const COUPONS: readonly CouponPlan[] = [WELCOME, ...CAMPAIGNS, ...GIFTS];
