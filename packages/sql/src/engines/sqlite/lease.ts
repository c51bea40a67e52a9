import { ProcessGone } from './engine-process.ts';
import { classified, stopped, unknownOutcome } from './errors.ts';
import type { Lease } from './process-pool.ts';
import type { Reply, Request } from './protocol.ts';

/** How long a commit that is already under way may take after everybody lost interest in it. */
const COMMIT_GRACE_MS = 2_000;

/** Asks the process; an abort ends it, and with it whatever it was doing. */
export async function ask(lease: Lease, request: Request, signal: AbortSignal): Promise<Reply> {
  if (signal.aborted) throw stopped(signal);
  const stop = () => void lease.process.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await lease.process.request(request);
  } catch (error) {
    throw signal.aborted ? stopped(signal) : classified(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Takes the step that cannot be taken back. Only a process that ends in the middle of it leaves the outcome open. */
export async function commit(lease: Lease, signal: AbortSignal): Promise<Reply> {
  if (signal.aborted) throw stopped(signal);
  let late: NodeJS.Timeout | undefined;
  const stop = () => {
    late = setTimeout(() => void lease.process.kill(), COMMIT_GRACE_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await lease.process.request({ op: 'commit' });
  } catch (error) {
    throw error instanceof ProcessGone ? unknownOutcome(error) : classified(error);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}
