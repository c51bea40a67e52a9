import { sortedBy } from './lists.ts';
import type { VolumeTier } from './tiers.ts';

/** So many more pieces would earn so many percent. */
export type Offer = { pieces: number; percent: number };

/** An offer is worth showing while it asks for no more than a second helping. */
function isWithinReach(offer: Offer, quantity: number): boolean {
  return offer.pieces <= quantity;
}

export function nextOffer(tiers: VolumeTier[], quantity: number): Offer | null {
  const next = sortedBy(tiers, (tier) => tier.minQuantity).find((tier) => tier.minQuantity > quantity);
  if (!next) return null;
  const offer = { pieces: next.minQuantity - quantity, percent: next.percent };
  return isWithinReach(offer, quantity) ? offer : null;
}
