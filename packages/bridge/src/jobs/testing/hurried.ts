import type { JobTiming } from '../jobs.ts';

/** For tests that kill: what takes seconds in earnest takes tenths of them. */
export const hurried: Partial<JobTiming> = {
  scanMs: 100,
  heartbeatMs: 200,
  firstLookMs: 400,
  leftoverMs: 1_000,
};
