/** Shared by the benchmarks: quantiles, and checks of ratios. */

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (times: readonly number[]): number => quantile(times, 0.5);

export interface Finding {
  readonly what: string;
  readonly value: number;
  readonly wanted: number;
}

/** Prints a figure and its target. */
export function judge({ what, value, wanted }: Finding): boolean {
  const met = value <= wanted;
  const by = Math.abs(value - wanted).toFixed(2);
  const margin = `wanted ≤ ${wanted}, ${by} ${met ? 'under' : 'over'}`;
  console.log(`${met ? 'met    ' : 'NOT met'}  ${what}: ${value.toFixed(2)} (${margin})`);
  return met;
}

export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
