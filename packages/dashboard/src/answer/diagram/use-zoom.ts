import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { clampScale, fitScale, type Size, scrollFor, stepScale } from './zoom.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const WHEEL_SPEED = 0.0025;

/** How large a drawing is shown. It starts with all of it in sight; what one looks at stays where it is. */
export function useZoom(frame: RefObject<HTMLElement | null>, size: Size) {
  const [scale, setScale] = useState(1);
  const held = useRef<{ readonly at: Point; readonly before: number } | undefined>(undefined);

  const zoom = useCallback(
    (change: (scale: number) => number, at?: Point) =>
      setScale((before) => {
        held.current = { at: at ?? centreOf(frame.current), before };
        return clampScale(change(before));
      }),
    [frame],
  );
  const fit = useCallback(
    () => zoom((before) => (frame.current ? fitScale(size, roomIn(frame.current)) : before)),
    [zoom, frame, size],
  );

  useLayoutEffect(fit, [fit]);
  useEffect(() => {
    const { current: box } = frame;
    if (!box || !held.current) return;
    const { at, before } = held.current;
    box.scrollTo(
      scrollFor(box.scrollLeft, at.x, before, scale),
      scrollFor(box.scrollTop, at.y, before, scale),
    );
  }, [frame, scale]);
  useWheel(frame, zoom);

  const zoomIn = () => zoom((before) => stepScale(before, 1));
  const zoomOut = () => zoom((before) => stepScale(before, -1));
  const keys: Readonly<Record<string, () => void>> = { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.();
  };
  return { scale, zoomIn, zoomOut, fit, onKeyDown };
}

/** The wheel scrolls; with Ctrl it zooms, and so does a pinch, which browsers report as the same. */
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

function roomIn(box: HTMLElement): Size {
  return { width: box.clientWidth, height: box.clientHeight };
}

function centreOf(box: HTMLElement | null): Point {
  return { x: (box?.clientWidth ?? 0) / 2, y: (box?.clientHeight ?? 0) / 2 };
}
