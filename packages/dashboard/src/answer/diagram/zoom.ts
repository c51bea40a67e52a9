export interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN = 0.1;
const MAX = 4;
const STEP = 1.25;

export function clampScale(scale: number): number {
  return Math.min(MAX, Math.max(MIN, scale));
}

/** The largest scale up to 1 at which the whole drawing is visible. */
export function fitScale(drawing: Size, frame: Size): number {
  if (drawing.width <= 0 || drawing.height <= 0) return 1;
  return clampScale(Math.min(1, frame.width / drawing.width, frame.height / drawing.height));
}

/** Names are unreadable at a smaller scale. */
const READABLE = 0.6;

/** The whole drawing where that is readable, else part of it. */
export function startScale(drawing: Size, frame: Size): number {
  return Math.max(fitScale(drawing, frame), READABLE);
}

export function stepScale(scale: number, direction: 1 | -1): number {
  return clampScale(direction > 0 ? scale * STEP : scale / STEP);
}

/** A drawing in its frame along one axis. */
export interface Axis {
  readonly scroll: number;
  readonly frame: number;
  readonly drawing: number;
}

/** The scroll position that keeps the point `at` pixels into the frame in place. */
export function scrollFor(axis: Axis, at: number, before: number, after: number): number {
  const point = (axis.scroll + at - marginOf(axis, before)) / before;
  return point * after + marginOf(axis, after) - at;
}

/** A drawing smaller than its frame is centred. */
function marginOf({ frame, drawing }: Axis, scale: number): number {
  return Math.max(0, (frame - drawing * scale) / 2);
}
