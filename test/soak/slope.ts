export interface Point {
  readonly minutes: number;
  readonly megabytes: number;
}

export interface Fit {
  /** Megabytes per minute. */
  readonly slope: number;
  /** Half the width of the interval that contains the true slope in 95 of 100 runs. */
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
  const deviation = NORMAL_OF_MEDIAN * median(residuals.map((residual) => Math.abs(residual - centre)));
  const middle = points.reduce((sum, { minutes }) => sum + minutes, 0) / points.length;
  const spread = Math.sqrt(points.reduce((sum, { minutes }) => sum + (minutes - middle) ** 2, 0));
  return { slope, uncertainty: spread > 0 ? (NORMAL_95 * deviation) / spread : Number.POSITIVE_INFINITY };
}

/** The standard deviation that belongs to a median of absolute deviations. */
const NORMAL_OF_MEDIAN = 1.4826;
const NORMAL_95 = 1.96;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
