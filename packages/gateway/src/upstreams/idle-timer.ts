import type { Clock } from './clock.ts';

/** Calls back when there has been no lease for a while. */
export function createIdleTimer(clock: Clock, idleMs: number, onIdle: () => void) {
  let leases = 0;
  let cancel = () => {};
  const restart = () => {
    cancel();
    if (leases === 0) cancel = clock.after(idleMs, onIdle);
  };
  return {
    restart,
    stop: () => cancel(),
    /** Returns a function that releases the lease. */
    lease(): () => void {
      leases += 1;
      cancel();
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        leases -= 1;
        restart();
      };
    },
  };
}
