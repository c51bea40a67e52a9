/** Whole euro cents; no amount in the shop is ever a fraction of one. */
export type Cents = number;

const VAT_PERCENT = 20;

const EURO = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

export function formatEuro(cents: Cents): string {
  return EURO.format(cents / 100);
}

/** Half a cent rounds up. */
export function percentOf(cents: Cents, percent: number): Cents {
  return Math.floor((cents * percent + 50) / 100);
}

/** The VAT inside a gross amount. */
export function includedVat(gross: Cents): Cents {
  return Math.round((gross * VAT_PERCENT) / (100 + VAT_PERCENT));
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}
