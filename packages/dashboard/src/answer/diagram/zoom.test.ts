import { describe, expect, it } from 'vitest';
import { clampScale, fitScale, scrollFor, startScale, stepScale } from './zoom.ts';

describe('the scale', () => {
  it('fits the larger side and is at most 1', () => {
    expect(fitScale({ width: 1000, height: 400 }, { width: 500, height: 400 })).toBe(0.5);
    expect(fitScale({ width: 100, height: 100 }, { width: 500, height: 400 })).toBe(1);
    expect(fitScale({ width: 0, height: 0 }, { width: 500, height: 400 })).toBe(1);
  });

  it('starts at a readable size', () => {
    expect(startScale({ width: 5000, height: 5000 }, { width: 500, height: 400 })).toBe(0.6);
    expect(startScale({ width: 500, height: 500 }, { width: 500, height: 400 })).toBe(0.8);
  });

  it('stays within its bounds', () => {
    expect(clampScale(100)).toBe(4);
    expect(clampScale(0)).toBe(0.1);
    expect(stepScale(stepScale(1, 1), -1)).toBeCloseTo(1);
  });
});

describe('scrolling after a zoom', () => {
  it('keeps the anchor in place', () => {
    const axis = { scroll: 100, frame: 400, drawing: 1000 };
    // 300 into the drawing at twice the size is 600; it stands 200 into the frame
    expect(scrollFor(axis, 200, 1, 2)).toBe(400);
  });

  it('accounts for the margin of a centred drawing', () => {
    const axis = { scroll: 0, frame: 400, drawing: 200 };
    expect(scrollFor(axis, 200, 1, 4)).toBe(200);
    expect(scrollFor({ ...axis, scroll: 200 }, 200, 4, 1)).toBe(0);
  });
});
