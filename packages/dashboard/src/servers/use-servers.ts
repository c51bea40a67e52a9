import type { ApproveRequestBody, ServersResponse } from '@molehill/api';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { approveServer, fetchServers, type Problem, problemOf } from '../api-client.ts';
import { type Live, poll } from '../use-live.ts';

export type Servers = ReturnType<typeof useServers>;

/** The list of upstream servers: reloaded whenever a call ends or the status changes, and every few seconds. */
export function useServers({ refresh, status, calls: { finished } }: Live) {
  const [list, setList] = useState<ServersResponse>();
  /** Why the list could not be fetched; the one shown may be stale. */
  const [problem, setProblem] = useState<Problem>();
  const generation = useRef(0);
  const isInFlight = useRef(false);

  const reload = useCallback(async () => {
    const own = ++generation.current;
    const { value, problem: failed } = await attempt(fetchServers());
    // A list requested before an approval must not replace the one after it.
    if (own === generation.current) {
      if (value) setList(value);
      setProblem(failed);
    }
    return value;
  }, []);

  /** Resolves with the reason when the approval was rejected. */
  const approve = async (body: ApproveRequestBody) => {
    const { value, problem: refusal } = await attempt(approveServer(body));
    generation.current += 1;
    if (value) setList(value);
    refresh();
    return refusal;
  };

  useEffect(() => {
    return poll(() => {
      if (isInFlight.current) return;
      isInFlight.current = true;
      void reload().finally(() => {
        isInFlight.current = false;
      });
    });
  }, [reload, status, finished]);

  return { list, problem, approve, reload };
}

function attempt<T>(work: Promise<T>): Promise<{ readonly value?: T; readonly problem?: Problem }> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ problem: problemOf(error) }),
  );
}
