/** The shop's history ends here, whatever day it is when the seed runs. */
export const LAST_MOMENT = Date.UTC(2026, 3, 30, 20);
export const FIRST_YEAR = 2024;
export const FIRST_MONTH = 4;
export const MONTHS = 24;

export const DAY_MS = 86_400_000;

export function isoMoment(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function daysBeforeEnd(ms: number): number {
  return (LAST_MOMENT - ms) / DAY_MS;
}
