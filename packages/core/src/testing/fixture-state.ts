/** What a test sees of the fixture server, and sets. */
export interface FixtureState {
  /** Sleeps that were aborted. */
  stopped: number;
  /** What the confirming tool did after a confirmation. */
  done: string[];
  /** Called for each counter that is disposed. */
  onDisposed?(): void;
  counterIdleMs?: number;
  /** What the working tool waits for instead of time. */
  gate?: Promise<void>;
}
