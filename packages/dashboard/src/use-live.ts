import type { DebugResponse, StatusResponse, ToolDescription } from '@molehill/api';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { fetchCalls, fetchDebug, fetchStatus, fetchTools } from './api-client.ts';
import { followEvents } from './event-feed.ts';
import { noCalls, reduceCalls } from './live-calls.ts';
import { useLatest } from './use-latest.ts';

export type Connection = 'connecting' | 'live' | 'lost';
export type Live = ReturnType<typeof useLive>;

/** Processes that serve an agent over stdio write to the same audit file but not to this server's event feed. */
const POLL_MS = 4_000;
const DEBOUNCE_MS = 100;

/** The state of the server, fetched again whenever the connection is restored. */
export function useLive() {
  const [connection, setConnection] = useState<Connection>('connecting');
  const [opened, setOpened] = useState(0);
  const [calls, dispatch] = useReducer(reduceCalls, noCalls);
  const [refreshes, setRefreshes] = useState(0);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [debugEvents, setDebugEvents] = useState(0);
  const refresh = useCallback(() => setRefreshes((times) => times + 1), []);
  const refreshSoon = useDebounced(refresh);

  useEffect(() => {
    return followEvents({
      opened: () => {
        dispatch({ type: 'reconnected', now: Date.now() });
        setConnection('live');
        setOpened((times) => times + 1);
      },
      received: (event) => {
        if (event.kind === 'event' && event.type.startsWith('debug.')) setDebugEvents((count) => count + 1);
        if (event.kind === 'changed') refreshSoon();
        else if (event.kind === 'event' && event.type === 'debug.output') return;
        else dispatch({ type: 'event', event, now: Date.now() });
      },
      lost: () => setConnection('lost'),
    });
  }, [refreshSoon]);

  useEffect(() => {
    return poll(() => {
      dispatch({ type: 'sweep', now: Date.now() });
      fetchCalls().then((response) => {
        dispatch({ type: 'history', calls: response.calls });
        setProblem(response.problem);
      }, ignore);
    });
  }, [opened]);

  const status = useStatus(opened + refreshes);
  const tools = useTools(opened + refreshes);
  const debugSessions = useDebugSessions(opened + debugEvents);
  const debugging = debugSessions.filter(({ state }) => state !== 'ended').length;
  /** `refresh` fetches status and tools at once, after they were changed. */
  return { connection, calls, status, tools, refresh, problem, debugEvents, debugSessions, debugging };
}

function useDebounced(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, DEBOUNCE_MS);
  }, [act]);
}

/** A new object only when something in it changed. */
function useStatus(trigger: number): StatusResponse | undefined {
  const [json, setJson] = useState<string>();
  useEffect(() => {
    return poll(() => fetchStatus().then((response) => setJson(JSON.stringify(response)), ignore));
  }, [trigger]);
  return useMemo(() => (json === undefined ? undefined : JSON.parse(json)), [json]);
}

/** Each event of a debug session may have changed the list. */
function useDebugSessions(trigger: number): DebugResponse['sessions'] {
  const [sessions, setSessions] = useState<DebugResponse['sessions']>([]);
  const fetchLatest = useLatest(fetchDebug, ({ sessions: list }) => setSessions(list));
  useEffect(fetchLatest, [trigger, fetchLatest]);
  return sessions;
}

/** Not polled: the event feed reports a change, and each request for the list starts a failing server again. */
function useTools(trigger: number): readonly ToolDescription[] | undefined {
  const [tools, setTools] = useState<readonly ToolDescription[]>();
  useEffect(() => {
    let isLatest = true;
    fetchTools().then((response) => isLatest && setTools(response.tools), ignore);
    return () => {
      isLatest = false;
    };
  }, [trigger]);
  return tools;
}

/** Runs at once, every few seconds while the page is visible, and whenever it becomes visible. */
export function poll(run: () => void): () => void {
  const runIfVisible = () => {
    if (document.visibilityState === 'visible') run();
  };
  run();
  const timer = setInterval(runIfVisible, POLL_MS);
  document.addEventListener('visibilitychange', runIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', runIfVisible);
  };
}

/** The last part of the path of the project folder. */
export function projectName({ workspace }: StatusResponse): string {
  return workspace.split(/[\\/]/).findLast(Boolean) ?? workspace;
}

/** The event feed detects a lost server, and everything is fetched again when it is back. */
function ignore(): void {}
