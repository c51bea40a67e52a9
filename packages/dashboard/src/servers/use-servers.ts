import type { ApproveRequestBody, ServersResponse } from '@molehill/api';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { approveServer, fetchServers, isSignedOut, type Problem, problemOf } from '../api-client.ts';
import { type Live, poll } from '../use-live.ts';

export interface Servers {
  readonly list: ServersResponse | undefined;
  /** Why the list could not be fetched; the one shown may be stale. */
  readonly problem: Problem | undefined;
  /** Resolves with the reason when the approval was rejected. */
  approve(body: ApproveRequestBody): Promise<Problem | undefined>;
  reload(): Promise<ServersResponse | undefined>;
}

/** Reloads whenever a call ends or the status changes, and every few seconds. */
export function useServers(live: Live, onSignedOut: () => void): Servers {
  const [list, setList] = useState<ServersResponse>();
  const [problem, setProblem] = useState<Problem>();
  const { refresh, status } = live;
  const { finished } = live.calls;
  const generation = useRef(0);
  const isInFlight = useRef(false);

  const reload = useCallback(async () => {
    const own = ++generation.current;
    const { value, problem: failed } = await attempt(fetchServers, onSignedOut);
    // A list requested before an approval must not replace the one after it.
    if (own === generation.current) {
      if (value) setList(value);
      setProblem(failed);
    }
    return value;
  }, [onSignedOut]);

  const approve = useCallback(
    async (body: ApproveRequestBody) => {
      const { value, problem: refusal } = await attempt(() => approveServer(body), onSignedOut);
      generation.current += 1;
      if (value) setList(value);
      refresh();
      return refusal;
    },
    [refresh, onSignedOut],
  );

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

type Attempt<T> = { readonly value?: T; readonly problem?: Problem };

async function attempt<T>(work: () => Promise<T>, onSignedOut: () => void): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (isSignedOut(error)) onSignedOut();
    return { problem: problemOf(error) };
  }
}
