import { Logo } from './icons.tsx';
import { overviewAddress } from './route.ts';
import type { Connection, Live } from './use-live.ts';

const SAYS: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
};

export function Header({ live: { connection, status } }: { readonly live: Live }) {
  return (
    <header class="header">
      <a class="brand" href={overviewAddress}>
        <Logo />
        Molehill
      </a>
      {status && (
        <span class="workspace" title={`The project served here: ${status.workspace}`}>
          <bdi>{status.workspace}</bdi>
        </span>
      )}
      <span class="space" />
      {status && <span class="version">{status.version}</span>}
      <span class="connection" data-state={connection} role="status">
        <span class="dot" />
        {SAYS[connection]}
      </span>
      {connection === 'lost' && (
        <p class="lost" role="alert">
          Molehill does not answer. What you see is from before; this page reconnects by itself as soon as{' '}
          <code>molehill up</code> runs again.
        </p>
      )}
    </header>
  );
}
