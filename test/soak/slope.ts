export interface Point {
  readonly minutes: number;
  readonly megabytes: number;
}

export interface Fit {
  /** Megabytes per minute. */
  readonly slope: number;
  /** How far the scatter of the points alone can move the slope. */
  readonly uncertainty: number;
}

/** The Theil–Sen estimator: the median of the slopes between all pairs of points, which single outliers do not move. */
export function fitSlope(points: readonly Point[]): Fit {
  const slope = median(
    points.flatMap((a, index) =>
      points.slice(index + 1).map((b) => (b.megabytes - a.megabytes) / (b.minutes - a.minutes)),
    ),
  );
  const residuals = points.map(({ minutes, megabytes }) => megabytes - slope * minutes);
  const centre = median(residuals);
  const scatter = median(residuals.map((residual) => Math.abs(residual - centre)));
  const minutes = (points.at(-1)?.minutes ?? 0) - (points[0]?.minutes ?? 0);
  return { slope, uncertainty: minutes > 0 ? (2 * scatter) / minutes : Number.POSITIVE_INFINITY };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
