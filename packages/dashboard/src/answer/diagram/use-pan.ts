import type { RefObject, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';

type PanEvent = TargetedPointerEvent<HTMLElement>;

/** Dragging with a mouse scrolls; touch scrolls natively. */
export function usePan(frame: RefObject<HTMLElement | null>) {
  const last = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const end = () => {
    last.current = undefined;
    frame.current?.removeAttribute('data-panning');
  };
  return {
    onPointerDown: (event: PanEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      last.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.setAttribute('data-panning', 'true');
    },
    onPointerMove: (event: PanEvent) => {
      if (!last.current) return;
      frame.current?.scrollBy(last.current.x - event.clientX, last.current.y - event.clientY);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
