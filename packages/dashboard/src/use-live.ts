import type { StatusResponse, ToolDescription } from '@molehill/api';
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { fetchCalls, fetchStatus, fetchTools, isSignedOut } from './api-client.ts';
import { followEvents } from './event-feed.ts';
import { type LiveCalls, noCalls, reduceCalls } from './live-calls.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export interface Live {
  readonly connection: Connection;
  readonly calls: LiveCalls;
  readonly status: StatusResponse | undefined;
  readonly tools: readonly ToolDescription[] | undefined;
}

/** Processes that serve an agent over stdio write to the same history but not to this server's feed. */
const LOOK_EVERY_MS = 4_000;

/** All that the page is told by the server, fetched anew whenever the connection comes back. */
export function useLive(onSignedOut: () => void): Live {
  const [connection, setConnection] = useState<Connection>('connecting');
  const [opened, setOpened] = useState(0);
  const [calls, dispatch] = useReducer(reduceCalls, noCalls);

  useEffect(() => {
    return followEvents({
      opened: () => {
        dispatch({ type: 'reconnected', now: Date.now() });
        setConnection('live');
        setOpened((times) => times + 1);
      },
      heard: (event) => dispatch({ type: 'event', event, now: Date.now() }),
      lost: () => {
        setConnection('lost');
        fetchStatus().catch((error: unknown) => isSignedOut(error) && onSignedOut());
      },
    });
  }, [onSignedOut]);

  useEffect(() => {
    return lookOften(() => {
      dispatch({ type: 'sweep', now: Date.now() });
      fetchCalls().then((response) => dispatch({ type: 'history', calls: response.calls }), ignore);
    });
  }, [opened]);

  const status = useStatus(opened);
  return { connection, calls, status, tools: useTools(opened, status) };
}

/** A new object only when something in it is new. */
function useStatus(opened: number): StatusResponse | undefined {
  const [json, setJson] = useState<string>();
  useEffect(() => {
    return lookOften(() => fetchStatus().then((response) => setJson(JSON.stringify(response)), ignore));
  }, [opened]);
  return useMemo(() => (json === undefined ? undefined : JSON.parse(json)), [json]);
}

/** Tools change with their servers, or with the program that a restart brought. */
function useTools(opened: number, status: StatusResponse | undefined): Live['tools'] {
  const [tools, setTools] = useState<Live['tools']>();
  useEffect(() => {
    if (opened > 0 || status) fetchTools().then((response) => setTools(response.tools), ignore);
  }, [opened, status]);
  return tools;
}

function lookOften(look: () => void): () => void {
  const lookIfSeen = () => {
    if (document.visibilityState === 'visible') look();
  };
  look();
  const timer = setInterval(lookIfSeen, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', lookIfSeen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfSeen);
  };
}

/** The feed notices a lost server, and everything is fetched again when it is back. */
function ignore(): void {}
