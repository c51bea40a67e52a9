import type { DebugFrameResponse, DebugSessionResponse } from '@molehill/api';
import { useEffect, useState } from 'preact/hooks';
import { fetchDebugFrame, fetchDebugSession } from '../api-client.ts';
import { useLatest } from '../use-latest.ts';

/** A session as it is now, fetched again with each event. Kept as it was last where it is gone. */
export function useSession(id: string, trigger: number): DebugSessionResponse | undefined {
  const [session, setSession] = useState<DebugSessionResponse>();
  const refresh = useLatest(() => fetchDebugSession(id), setSession);
  useEffect(refresh, [trigger, refresh]);
  return session;
}

/** The source and variables of the chosen frame; of the place of the stop where none is chosen. */
export function usePlace(
  session: DebugSessionResponse,
  frame: string | undefined,
): DebugFrameResponse | undefined {
  const [loaded, setLoaded] = useState<{ readonly frame: string; readonly place: DebugFrameResponse }>();
  const { id } = session;
  useEffect(() => {
    if (frame === undefined) return;
    let isLatest = true;
    fetchDebugFrame(id, frame).then(
      (place) => isLatest && setLoaded({ frame, place }),
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [id, frame]);
  return frame !== undefined && loaded?.frame === frame ? loaded.place : session.place;
}
