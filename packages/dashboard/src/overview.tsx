import type { ComponentChildren } from 'preact';
import { CopyButton } from './buttons.tsx';
import { Facts } from './elements.tsx';
import { formatCount } from './format.ts';
import { WaitingDatabase } from './project/waiting-database.tsx';
import { serverAddress, toolAddress } from './route.ts';
import { STATES } from './servers/server-state.ts';
import type { ToolGroup } from './tool-list.ts';
import { type Live, projectName } from './use-live.ts';
import './styles/overview.css';

interface OverviewProps {
  readonly live: Live;
  readonly groups: readonly ToolGroup[];
  /** A tool that the URL names and no server has. */
  readonly missing: string | undefined;
}

export function Overview({ live, groups, missing }: OverviewProps) {
  const { status, tools } = live;
  if (!status || !tools) return <p class="overview muted">Loading…</p>;
  return (
    <div class="overview">
      {missing !== undefined && (
        <p class="notice" role="alert">
          There is no tool named <code>{missing}</code>.
        </p>
      )}
      <h1>{projectName(status)}</h1>
      <p class="muted">
        {formatCount(tools.length, 'tool')} of {formatCount(groups.length, 'server')} · Molehill{' '}
        {status.version} · Node {status.node.replace(/^v/, '')}
      </p>
      <WaitingDatabase live={live} />
      <Servers groups={groups} />
      <Frontends frontends={status.frontends} />
      <Next steps={status.next} />
      <Keys />
    </div>
  );
}

/** The navigation lists all of them. */
const SHOWN_TOOLS = 8;

function Servers({ groups }: { readonly groups: readonly ToolGroup[] }) {
  return (
    <section>
      <h2>Servers</h2>
      <ul class="cards">
        {groups.map((group) => (
          <li key={group.id} class="card" data-testid="server">
            <div class="card-head">
              <span class="dot" data-state={group.state} />
              <b>{group.title}</b>
            </div>
            <p class="card-facts">
              <code>{group.id}</code> · {formatCount(group.tools.length, 'tool')}
              {group.state !== 'ready' && ` · ${STATES[group.state].label}`}
            </p>
            {group.note !== undefined && (
              <p class="card-facts card-note">
                {group.note} <a href={serverAddress(group.id)}>Details</a>
              </p>
            )}
            <ul class="tool-links">
              {group.tools.slice(0, SHOWN_TOOLS).map((tool) => (
                <li key={tool.name}>
                  <a href={toolAddress(tool.name)}>{tool.title}</a>
                </li>
              ))}
              {group.tools.length > SHOWN_TOOLS && (
                <li class="muted">and {group.tools.length - SHOWN_TOOLS} more</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Frontends({ frontends }: { readonly frontends: NonNullable<Live['status']>['frontends'] }) {
  if (frontends.length === 0) return null;
  const facts = frontends.map(({ kind, address }): [string, ComponentChildren] => [
    kind,
    [<code>{address}</code>, <CopyButton what={`the ${kind} address`} text={() => address} />],
  ]);
  return (
    <section>
      <h2>Where agents connect</h2>
      <Facts class="frontends" facts={facts} />
    </section>
  );
}

function Next({ steps }: { readonly steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <section>
      <h2>Suggested next steps</h2>
      <ul class="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  );
}

function Keys() {
  return (
    <ul class="shortcuts muted" aria-label="Keyboard shortcuts">
      <li>
        <kbd>/</kbd>filter tools
      </li>
      <li>
        <kbd>↑</kbd>
        <kbd>↓</kbd>move
      </li>
      <li>
        <kbd>Enter</kbd>open
      </li>
      <li>
        <kbd>Ctrl</kbd>
        <kbd>Enter</kbd>call
      </li>
    </ul>
  );
}
