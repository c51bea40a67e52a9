import type { TargetedPointerEvent } from 'preact';

type PanEvent = TargetedPointerEvent<HTMLElement>;

/** Dragging with a mouse scrolls; touch scrolls natively. */
export const panHandlers = {
  onPointerDown: ({ currentTarget: frame, pointerType, pointerId, button }: PanEvent) => {
    if (pointerType !== 'mouse' || button !== 0) return;
    frame.setPointerCapture(pointerId);
    frame.setAttribute('data-panning', 'true');
  },
  onPointerMove: ({ currentTarget: frame, pointerId, movementX, movementY }: PanEvent) => {
    if (frame.hasPointerCapture(pointerId)) frame.scrollBy(-movementX, -movementY);
  },
  onLostPointerCapture: ({ currentTarget: frame }: PanEvent) => frame.removeAttribute('data-panning'),
};
