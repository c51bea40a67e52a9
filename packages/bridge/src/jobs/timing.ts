/** All the times of the job folder, in milliseconds. Both sides must agree on those that concern both. */
export interface JobTiming {
  /** How often both sides look for themselves, because watchers miss events on some file systems. */
  readonly scanMs: number;
  readonly heartbeatMs: number;
  /** A host that has been silent for so long hangs or is gone. */
  readonly staleMs: number;
  /** How long a job may lie before a host takes it. Later it is not run any more. */
  readonly pickupMs: number;
  /** When a client whose job nobody took asks whether there is a host at all. */
  readonly firstLookMs: number;
  /** How long a client that cancelled waits for what the host still has to say. */
  readonly graceMs: number;
  /** How long a closing host waits for its jobs. */
  readonly closeMs: number;
  /** From when on what nobody owns is removed. */
  readonly leftoverMs: number;
}

export const defaultTiming: JobTiming = {
  scanMs: 2_000,
  heartbeatMs: 5_000,
  staleMs: 30_000,
  pickupMs: 5_000,
  firstLookMs: 250,
  graceMs: 6_000,
  closeMs: 800,
  leftoverMs: 300_000,
};
