import type { DebugFrameResponse, DebugSessionResponse } from '@molehill/api';
import { useEffect, useRef } from 'preact/hooks';

interface SourcePanelProps {
  readonly place: DebugFrameResponse | undefined;
  /** Whether it shows where the program stopped, not one of the callers. */
  readonly isTop: boolean;
  readonly session: DebugSessionResponse;
}

export function SourcePanel({ place, isTop, session }: SourcePanelProps) {
  const current = useRef<HTMLLIElement>(null);
  const isStopped = session.state === 'stopped';
  const lines = place?.sourceLines ?? [];
  const line = lines.find((one) => one.current)?.n;
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [place?.file, line]);
  return (
    <section class="debug-source" aria-label="Source" data-testid="debug-source">
      <h2>{place?.file ?? 'Source'}</h2>
      {lines.length === 0 ? (
        <p class="debug-note">{emptyText(session)}</p>
      ) : (
        <ol>
          {lines.map(({ n, text, current: isCurrent }) => (
            <li
              key={n}
              ref={isCurrent ? current : null}
              data-current={isCurrent && isStopped ? (isTop ? 'top' : 'caller') : undefined}
              aria-current={isCurrent && isStopped ? 'location' : undefined}
            >
              <span class="debug-line">{n}</span>
              <code>{text}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function emptyText({ state }: DebugSessionResponse): string {
  if (state === 'stopped') return 'The source of this place cannot be read.';
  return state === 'ended' ? 'The program has ended.' : 'The program is running.';
}
