import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { clampScale, fitScale, type Size, scrollFor, startScale, stepScale } from './zoom.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The point of the frame that keeps its place while the scale changes. */
interface Anchor {
  readonly at: Point;
  readonly before: number;
}

const WHEEL_SPEED = 0.0025;

/** The scale of a drawing. The point under the pointer, or the centre, keeps its place. */
export function useZoom(frame: RefObject<HTMLElement | null>, size: Size) {
  const [scale, setScale] = useState(1);
  const anchor = useRef<Anchor | undefined>(undefined);

  const zoom = useCallback(
    (change: (scale: number) => number, at?: Point) =>
      setScale((before) => {
        anchor.current = { at: at ?? centreOf(frame.current), before };
        return clampScale(change(before));
      }),
    [frame],
  );
  const fit = useCallback(
    () => zoom((before) => (frame.current ? fitScale(size, innerSize(frame.current)) : before)),
    [zoom, frame, size],
  );

  useLayoutEffect(() => {
    anchor.current = undefined;
    if (frame.current) setScale(startScale(size, innerSize(frame.current)));
  }, [frame, size]);
  useEffect(() => {
    document.addEventListener('fullscreenchange', fit);
    return () => document.removeEventListener('fullscreenchange', fit);
  }, [fit]);
  useEffect(() => {
    if (frame.current) scrollTo(frame.current, size, scale, anchor.current);
  }, [frame, size, scale]);
  useWheel(frame, zoom);

  const zoomIn = () => zoom((before) => stepScale(before, 1));
  const zoomOut = () => zoom((before) => stepScale(before, -1));
  const keys: Readonly<Record<string, () => void>> = { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.();
  };
  return { scale, zoomIn, zoomOut, fit, onKeyDown };
}

/** Without an anchor, the top of the drawing is shown. */
function scrollTo(box: HTMLElement, size: Size, scale: number, anchor: Anchor | undefined): void {
  if (!anchor) {
    box.scrollTo((box.scrollWidth - box.clientWidth) / 2, 0);
    return;
  }
  const x = { scroll: box.scrollLeft, frame: box.clientWidth, drawing: size.width };
  const y = { scroll: box.scrollTop, frame: box.clientHeight, drawing: size.height };
  box.scrollTo(
    scrollFor(x, anchor.at.x, anchor.before, scale),
    scrollFor(y, anchor.at.y, anchor.before, scale),
  );
}

/** Ctrl and the wheel zoom; browsers report a pinch as the same. */
function useWheel(
  frame: RefObject<HTMLElement | null>,
  zoom: (change: (scale: number) => number, at: Point) => void,
) {
  useEffect(() => {
    const { current: box } = frame;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey || !box) return;
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      zoom((before) => before * Math.exp(-event.deltaY * WHEEL_SPEED), at);
    };
    box?.addEventListener('wheel', turn, { passive: false });
    return () => box?.removeEventListener('wheel', turn);
  }, [frame, zoom]);
}

function innerSize(box: HTMLElement): Size {
  return { width: box.clientWidth, height: box.clientHeight };
}

function centreOf(box: HTMLElement | null): Point {
  return { x: (box?.clientWidth ?? 0) / 2, y: (box?.clientHeight ?? 0) / 2 };
}
