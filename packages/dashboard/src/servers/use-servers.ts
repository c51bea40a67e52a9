import type { ApproveRequestBody, ServersResponse } from '@molehill/api';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { approveServer, fetchServers, isSignedOut, type Problem, problemOf } from '../api-client.ts';
import { type Live, lookOften } from '../use-live.ts';

export interface Servers {
  readonly list: ServersResponse | undefined;
  /** Why the list could not be fetched; what is shown may be old. */
  readonly problem: Problem | undefined;
  /** Resolves with what stood against it, and with nothing when it was done. */
  approve(body: ApproveRequestBody): Promise<Problem | undefined>;
  reload(): Promise<ServersResponse | undefined>;
}

/** Looks again whenever a call ends or the status changes, and every few seconds besides. */
export function useServers(live: Live, onSignedOut: () => void): Servers {
  const [list, setList] = useState<ServersResponse>();
  const [problem, setProblem] = useState<Problem>();
  const { look, status } = live;
  const { finished } = live.calls;
  const asked = useRef(0);
  const isAsking = useRef(false);

  const reload = useCallback(async () => {
    const turn = ++asked.current;
    const { value, problem: failed } = await attempt(fetchServers, onSignedOut);
    // A list that was asked for before an approval must not replace the one after it.
    if (turn === asked.current) {
      if (value) setList(value);
      setProblem(failed);
    }
    return value;
  }, [onSignedOut]);

  const approve = useCallback(
    async (body: ApproveRequestBody) => {
      const { value, problem: refusal } = await attempt(() => approveServer(body), onSignedOut);
      asked.current += 1;
      if (value) setList(value);
      look();
      return refusal;
    },
    [look, onSignedOut],
  );

  useEffect(() => {
    return lookOften(() => {
      if (isAsking.current) return;
      isAsking.current = true;
      void reload().finally(() => {
        isAsking.current = false;
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
