import type { DebugFrameResponse, DebugSessionResponse } from '@molehill/api';
import { useRef, useState } from 'preact/hooks';
import { Controls } from './controls.tsx';
import { OutputPanel } from './output-panel.tsx';
import { SourcePanel } from './source-panel.tsx';
import { StackPanel } from './stack-panel.tsx';
import { usePlace, useSession } from './use-session.ts';
import { VariablesPanel } from './variables-panel.tsx';

/** Variables and call stack beside the source, output below it, as in an editor. */
export function SessionPanel({ id, trigger }: { readonly id: string; readonly trigger: number }) {
  const session = useSession(id, trigger);
  if (!session) return <p class="debug-note">Loading…</p>;
  return <Session session={session} />;
}

/** Adapters number the frames of one stop anew with each request, so a frame is chosen by its position. */
interface Selected {
  readonly stop: string | undefined;
  readonly index: number;
}

function Session({ session }: { readonly session: DebugSessionResponse }) {
  const [selected, setSelected] = useState<Selected>();
  const { frames, state } = session;
  const stop = frames[0]?.frame.split('.')[0];
  const top = Math.max(
    0,
    frames.findIndex(({ file, line }) => file === session.file && line === session.line),
  );
  const index = selected && selected.stop === stop ? selected.index : top;
  const isTop = index === top;
  const place = useLastPlace(session, usePlace(session, isTop ? undefined : frames[index]?.frame));
  return (
    <div class="debug-panels">
      <Controls session={session} />
      <aside class="debug-side">
        <VariablesPanel session={session.id} stop={stop} scopes={place?.scopes ?? []} state={state} />
        <StackPanel
          frames={frames}
          selected={index}
          state={state}
          onSelect={(chosen) => setSelected({ stop, index: chosen })}
        />
      </aside>
      <SourcePanel place={place} isTop={isTop} session={session} />
      <OutputPanel output={session.output} />
    </div>
  );
}

/** While the program runs, between two steps for example, the place of the last stop stays. */
function useLastPlace(
  { state }: DebugSessionResponse,
  place: DebugFrameResponse | undefined,
): DebugFrameResponse | undefined {
  const last = useRef(place);
  if (place || state === 'ended') last.current = place;
  return last.current;
}
