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

/** Smaller than this, names cannot be read. */
const READABLE = 0.6;

/** All of it, where it can be read so; else a part of it. */
export function startScale(drawing: Size, frame: Size): number {
  return Math.max(fitScale(drawing, frame), READABLE);
}

export function stepScale(scale: number, direction: 1 | -1): number {
  return clampScale(direction > 0 ? scale * STEP : scale / STEP);
}

/** One direction of a drawing in its frame. */
export interface Axis {
  readonly scroll: number;
  readonly frame: number;
  readonly drawing: number;
}

/** Where to scroll so that the point that was `at` pixels into the frame stays there. */
export function scrollFor(axis: Axis, at: number, before: number, after: number): number {
  const point = (axis.scroll + at - marginOf(axis, before)) / before;
  return point * after + marginOf(axis, after) - at;
}

/** What is smaller than its frame stands in the middle. */
function marginOf({ frame, drawing }: Axis, scale: number): number {
  return Math.max(0, (frame - drawing * scale) / 2);
}
