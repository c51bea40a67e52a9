export interface Size {
  readonly width: number;
  readonly height: number;
}

const LEAST = 0.1;
const MOST = 4;
const STEP = 1.25;

export function clampScale(scale: number): number {
  return Math.min(MOST, Math.max(LEAST, scale));
}

/** As large as it can be with all of it in sight, and no larger than it is. */
export function fitScale(drawing: Size, frame: Size): number {
  if (drawing.width <= 0 || drawing.height <= 0) return 1;
  return clampScale(Math.min(1, frame.width / drawing.width, frame.height / drawing.height));
}

export function stepScale(scale: number, direction: 1 | -1): number {
  return clampScale(direction > 0 ? scale * STEP : scale / STEP);
}

/** Where to scroll so that the point that was `at` pixels into the frame stays there. */
export function scrollFor(scroll: number, at: number, before: number, after: number): number {
  return ((scroll + at) * after) / before - at;
}
