import type { UpstreamDescription } from '@molehill/api';
import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../elements.tsx';
import { formatClock, formatCount, formatNumber } from '../format.ts';
import { escapeInvisible } from './escape-invisible.ts';
import { meaningOf, needsReview, STATES } from './server-state.ts';

interface ServerCardProps {
  readonly server: UpstreamDescription;
  readonly chosen: boolean;
  readonly onReview: () => void;
  readonly onLog: () => void;
}

export function ServerCard({ server, chosen, onReview, onLog }: ServerCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const name = useFocusAfter(needsReview(server));
  useEffect(() => {
    if (chosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { id, state, lastError } = server;
  const { label, tone } = STATES[state];
  return (
    <li ref={card} class="server-card" data-testid="upstream" data-server={id} data-state={state}>
      <div class="server-head">
        <span class="dot" data-state={state} />
        <h2 ref={name} tabIndex={-1}>
          {id}
        </h2>
        <Badge tone={tone}>{label}</Badge>
        <span class="server-counts">{countsOf(server)}</span>
      </div>
      <p class="muted">{meaningOf(server, new Date())}</p>
      <p class="server-runs">
        <code>{escapeInvisible(server.runs)}</code>
      </p>
      <p class="muted server-file">from {escapeInvisible(server.file)}</p>
      <Withheld server={server} />
      {lastError && (
        <p class="server-error">
          <code>{lastError.code}</code> at{' '}
          <time datetime={lastError.at} title={lastError.at}>
            {formatClock(lastError.at, new Date())}
          </time>
          : {lastError.message}
        </p>
      )}
      <div class="server-buttons">
        {needsReview(server) && (
          <button type="button" class="button primary" onClick={onReview}>
            Review and approve…
          </button>
        )}
        {server.starts > 0 && server.kind === 'stdio' && (
          <button type="button" class="button" onClick={onLog}>
            Show log
          </button>
        )}
      </div>
    </li>
  );
}

/** The focused button disappears once everything is approved; the focus moves to the heading. */
function useFocusAfter(isPending: boolean) {
  const name = useRef<HTMLHeadingElement>(null);
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending && document.activeElement === document.body) name.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  return name;
}

function countsOf({ state, tools, tokens, starts, protocol }: UpstreamDescription): string {
  if (state === 'waiting' && tools === 0) return 'tools unknown until approved';
  return [
    formatCount(tools, 'tool'),
    `${formatNumber(tokens)} tokens`,
    ...(starts > 0 ? [`started ${starts === 1 ? 'once' : `${starts} times`}`] : []),
    ...(protocol === undefined ? [] : [`MCP ${protocol}`]),
  ].join(' · ');
}

function Withheld({ server: { withheld } }: { readonly server: UpstreamDescription }) {
  if (withheld.length === 0) return null;
  const are = withheld.length === 1 ? 'is' : 'are';
  return (
    <p class="server-withheld">
      {formatCount(withheld.length, 'definition')} {are} withheld: new or changed:{' '}
      {withheld.map(({ name }, index) => [index > 0 && ', ', <code>{escapeInvisible(name)}</code>])}
    </p>
  );
}
