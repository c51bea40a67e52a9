import { type ShopDb, selectAll } from './db.ts';

export type VolumeTier = { minQuantity: number; percent: number };

const TIERS_OF_CATEGORY = `
  SELECT min_quantity AS minQuantity, percent
  FROM volume_discounts WHERE category_id = ? ORDER BY min_quantity DESC`;

const tiersByCategory = new Map<number, VolumeTier[]>();

export function volumeTiers(db: ShopDb, categoryId: number): VolumeTier[] {
  const known = tiersByCategory.get(categoryId);
  if (known) return known;
  const tiers = selectAll<VolumeTier>(db, TIERS_OF_CATEGORY, categoryId);
  tiersByCategory.set(categoryId, tiers);
  return tiers;
}

export function earnedPercent(tiers: VolumeTier[], quantity: number): number {
  return tiers.find((tier) => quantity >= tier.minQuantity)?.percent ?? 0;
}
