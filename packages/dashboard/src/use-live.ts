import type { StatusResponse, ToolDescription, ToolsResponse } from '@molehill/api';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { fetchCalls, fetchStatus, fetchTools, isSignedOut } from './api-client.ts';
import { followEvents } from './event-feed.ts';
import { type LiveCalls, noCalls, reduceCalls } from './live-calls.ts';
import { toolsVersion } from './tool-list.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export interface Live {
  readonly connection: Connection;
  readonly calls: LiveCalls;
  readonly status: StatusResponse | undefined;
  readonly tools: readonly ToolDescription[] | undefined;
  /** Looks at once, after something was done that changes status or tools. */
  look(): void;
}

/** Processes that serve an agent over stdio write to the same history but not to this server's feed. */
const LOOK_EVERY_MS = 4_000;
const SOON_MS = 100;

/** All that the page is told by the server, fetched anew whenever the connection comes back. */
export function useLive(onSignedOut: () => void): Live {
  const [connection, setConnection] = useState<Connection>('connecting');
  const [opened, setOpened] = useState(0);
  const [calls, dispatch] = useReducer(reduceCalls, noCalls);
  const [asked, setAsked] = useState(0);
  const look = useCallback(() => setAsked((times) => times + 1), []);
  const lookSoon = useSoon(look);

  useEffect(() => {
    return followEvents({
      opened: () => {
        dispatch({ type: 'reconnected', now: Date.now() });
        setConnection('live');
        setOpened((times) => times + 1);
      },
      heard: (event) => {
        if (event.kind === 'changed') lookSoon();
        else dispatch({ type: 'event', event, now: Date.now() });
      },
      lost: () => {
        setConnection('lost');
        fetchStatus().catch((error: unknown) => isSignedOut(error) && onSignedOut());
      },
    });
  }, [onSignedOut, lookSoon]);

  useEffect(() => {
    return lookOften(() => {
      dispatch({ type: 'sweep', now: Date.now() });
      fetchCalls().then((response) => dispatch({ type: 'history', calls: response.calls }), ignore);
    });
  }, [opened]);

  const status = useStatus(opened + asked);
  return { connection, calls, status, tools: useTools(opened + asked, status), look };
}

/** Once for many occasions in a row. */
function useSoon(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, SOON_MS);
  }, [act]);
}

/** A new object only when something in it is new. */
function useStatus(occasion: number): StatusResponse | undefined {
  const [json, setJson] = useState<string>();
  useEffect(() => {
    return lookOften(() => fetchStatus().then((response) => setJson(JSON.stringify(response)), ignore));
  }, [occasion]);
  return useMemo(() => (json === undefined ? undefined : JSON.parse(json)), [json]);
}

/** Tools change with their servers, or with the program that a restart brought. */
function useTools(occasion: number, status: StatusResponse | undefined): Live['tools'] {
  const [tools, setTools] = useState<Live['tools']>();
  const version = status && toolsVersion(status);
  useEffect(() => {
    let isLatest = true;
    const show = (response: ToolsResponse) => isLatest && setTools(response.tools);
    if (occasion > 0 || version) fetchTools().then(show, ignore);
    return () => {
      isLatest = false;
    };
  }, [occasion, version]);
  return tools;
}

/** Now, every few seconds while the page is seen, and whenever it comes into sight. */
export function lookOften(look: () => void): () => void {
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
