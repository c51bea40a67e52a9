/** Times of the job folder in milliseconds. Host and client must agree on `staleMs` and `heartbeatMs`. */
export interface JobTiming {
  /** The interval of scans: watchers miss events on some file systems. */
  readonly scanMs: number;
  readonly heartbeatMs: number;
  /** The age at which a host's lease is stale. */
  readonly staleMs: number;
  /** How long a job may stay unclaimed. Later it is not run. */
  readonly pickupMs: number;
  /** When a client first checks whether there is a host for its unclaimed job. */
  readonly hostCheckMs: number;
  /** How long a client that cancelled waits for the host's answer. */
  readonly graceMs: number;
  /** How long a closing host waits for its jobs. */
  readonly closeMs: number;
  /** The age at which files without an owner are removed. */
  readonly leftoverMs: number;
}

export const defaultTiming: JobTiming = {
  scanMs: 2_000,
  heartbeatMs: 5_000,
  staleMs: 30_000,
  pickupMs: 5_000,
  hostCheckMs: 250,
  graceMs: 6_000,
  closeMs: 800,
  leftoverMs: 300_000,
};
