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

function Session({ session }: { readonly session: DebugSessionResponse }) {
  const [selected, setSelected] = useState<string>();
  const { frames } = session;
  // A reference of an earlier stop is not among the frames of this one.
  const frame = frames.find((one) => one.frame === selected);
  const top = frames.find(({ file, line }) => file === session.file && line === session.line) ?? frames[0];
  const isTop = frame === undefined || frame === top;
  const place = useLastPlace(session, usePlace(session, isTop ? undefined : frame.frame));
  return (
    <div class="debug-panels">
      <Controls session={session} />
      <aside class="debug-side">
        <VariablesPanel
          session={session.id}
          stop={top?.frame}
          scopes={place?.scopes ?? []}
          state={session.state}
        />
        <StackPanel
          frames={frames}
          selected={(frame ?? top)?.frame}
          state={session.state}
          onSelect={setSelected}
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
