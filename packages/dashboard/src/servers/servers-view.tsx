import type { UpstreamDescription } from '@molehill/api';
import { useState } from 'preact/hooks';
import { CopyButton } from '../buttons.tsx';
import { formatCount, formatNumber } from '../format.ts';
import type { Live } from '../use-live.ts';
import { LogDialog } from './log-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ServerCard } from './server-card.tsx';
import { needsReview } from './server-state.ts';
import { useServers } from './use-servers.ts';
import '../styles/servers.css';

interface ServersViewProps {
  readonly live: Live;
  /** The server named in the URL. */
  readonly chosen: string | undefined;
}

type Opened = { readonly kind: 'review' | 'log'; readonly server: UpstreamDescription };

export function ServersView({ live, chosen }: ServersViewProps) {
  const servers = useServers(live);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const list = servers.list?.servers ?? [];
  const problems = servers.list?.problems ?? [];
  return (
    <div class="servers">
      <h1>Servers</h1>
      <p class="muted">{servers.list ? summary(list) : (servers.problem?.message ?? 'Loading…')}</p>
      <Problems problems={problems} />
      <ul class="server-list">
        {list.map((server) => (
          <ServerCard
            key={server.id}
            server={server}
            chosen={server.id === chosen}
            onReview={() => setOpened({ kind: 'review', server })}
            onLog={() => setOpened({ kind: 'log', server })}
          />
        ))}
      </ul>
      {servers.list && <HowToAdd isFirst={list.length === 0} />}
      {opened?.kind === 'review' && <ReviewDialog server={opened.server} servers={servers} onClose={close} />}
      {opened?.kind === 'log' && <LogDialog id={opened.server.id} onClose={close} />}
    </div>
  );
}

function summary(list: readonly UpstreamDescription[]): string {
  if (list.length === 0) return 'No upstream MCP server is configured for this project.';
  const tools = list.reduce((sum, server) => sum + server.tools, 0);
  const tokens = list.reduce((sum, server) => sum + server.tokens, 0);
  const waiting = list.filter(needsReview).length;
  return [
    formatCount(list.length, 'upstream server'),
    formatCount(tools, 'tool'),
    `${formatNumber(tokens)} tokens to list the tools`,
    ...(waiting > 0 ? [`${waiting} to review`] : []),
  ].join(' · ');
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <section class="config-problems" role="alert" data-testid="config-problems">
      <h2>Problems in the configuration files</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  );
}

const EXAMPLE = 'molehill servers add files -- npx -y @modelcontextprotocol/server-filesystem .';

function HowToAdd({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <section class="how-to-add" data-testid="how-to-add">
      <h2>{isFirst ? 'Add an upstream server' : 'Add another upstream server'}</h2>
      <p>
        Run this in a terminal, in the project folder.
        {isFirst && ' Agents then find its tools at the same address as those of Molehill.'}
      </p>
      <p class="command-line">
        <code>{EXAMPLE}</code>
        <CopyButton what="the command" text={() => EXAMPLE} />
      </p>
      <p class="muted">
        The command writes <code>.molehill/mcp.json</code>, or your user configuration with{' '}
        <code>--user</code>. Molehill also reads the project files of other clients. Changes take effect
        immediately.
      </p>
    </section>
  );
}
