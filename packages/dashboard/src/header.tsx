import { Logo } from './icons.tsx';
import { overviewAddress } from './route.ts';
import type { Connection, Live } from './use-live.ts';

const LABELS: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
};

export function Header({ live: { connection, status, problem } }: { readonly live: Live }) {
  return (
    <header class="header">
      <a class="brand" href={overviewAddress}>
        <Logo />
        Molehill
      </a>
      {status && (
        <span class="workspace" title={`Project folder: ${status.workspace}`}>
          <bdi>{status.workspace}</bdi>
        </span>
      )}
      <span class="space" />
      {status && <span class="version">{status.version}</span>}
      <span class="connection" data-state={connection} role="status">
        <span class="dot" />
        {LABELS[connection]}
      </span>
      {connection === 'lost' && (
        <p class="lost" role="alert">
          Molehill does not respond, so the content may be outdated. This page reconnects when{' '}
          <code>molehill up</code> runs again.
        </p>
      )}
      {problem !== undefined && connection !== 'lost' && (
        <p class="lost" role="alert">
          {problem}
        </p>
      )}
    </header>
  );
}
