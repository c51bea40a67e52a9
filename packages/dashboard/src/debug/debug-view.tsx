import type { DebugResponse } from '@molehill/api';
import { Badge } from '../elements.tsx';
import { sessionAddress } from '../route.ts';
import type { Live } from '../use-live.ts';
import { SessionPanel } from './session-panel.tsx';
import { stateText } from './state-text.ts';
import '../styles/debug.css';

type Session = DebugResponse['sessions'][number];

interface DebugViewProps {
  readonly live: Live;
  /** The session named in the URL. */
  readonly chosen: string | undefined;
}

/** What agents debug, as it happens. */
export function DebugView({ live, chosen }: DebugViewProps) {
  const sessions = live.debugSessions.toReversed();
  const shown = sessions.find(({ id }) => id === chosen) ?? sessions.find(isLive) ?? sessions[0];
  if (!shown) return <NoSession isGone={chosen !== undefined} />;
  return (
    <div class="debug" data-testid="debug-view">
      <SessionList sessions={sessions} shown={shown.id} />
      <SessionPanel key={shown.id} id={shown.id} trigger={live.debugEvents} />
    </div>
  );
}

const isLive = ({ state }: Session): boolean => state !== 'ended';

function NoSession({ isGone }: { readonly isGone: boolean }) {
  return (
    <div class="debug-empty" data-testid="debug-empty">
      <h1>Debug</h1>
      <p>{isGone ? 'This session is over and no longer kept.' : 'No program is being debugged.'}</p>
      <p class="muted">
        A session appears here as soon as an agent starts one at this address, for example with{' '}
        <code>debug_start</code> or <code>test_debug</code>.
      </p>
    </div>
  );
}

function SessionList({ sessions, shown }: { readonly sessions: readonly Session[]; readonly shown: string }) {
  return (
    <nav class="debug-sessions" aria-label="Debug sessions">
      {sessions.map((session) => (
        <a
          key={session.id}
          href={sessionAddress(session.id)}
          aria-current={session.id === shown ? 'page' : undefined}
          data-testid="debug-session"
          data-state={session.state}
        >
          <span class="debug-session-name">{session.name}</span>
          <StateBadge session={session} />
        </a>
      ))}
    </nav>
  );
}

const TONES = { starting: 'plain', running: 'calm', stopped: 'warn', ended: 'plain' } as const;

function StateBadge({ session }: { readonly session: Session }) {
  return <Badge tone={TONES[session.state]}>{stateText(session)}</Badge>;
}
