import type { JobTiming } from '../timing.ts';

/** For tests that kill processes: tenths of the default times. */
export const fastTiming: Partial<JobTiming> = {
  scanMs: 100,
  heartbeatMs: 200,
  hostCheckMs: 400,
  leftoverMs: 1_000,
};
