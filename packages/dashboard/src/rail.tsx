import type { ToolDescription } from '@molehill/api';
import { useMemo, useState } from 'preact/hooks';
import { effectOf } from './effects.ts';
import { formatCount } from './format.ts';
import { PencilIcon, SearchIcon, WarningIcon } from './icons.tsx';
import { overviewAddress, type Route, serverAddress, serversAddress, toolAddress } from './route.ts';
import { STATES } from './servers/server-state.ts';
import { FILTER_ID } from './shortcuts.ts';
import { filterGroups, shortName, type ToolGroup } from './tool-list.ts';
import './styles/rail.css';

interface RailProps {
  readonly groups: readonly ToolGroup[];
  readonly loading: boolean;
  readonly view: Route['view'];
  readonly chosen: string | undefined;
  /** Called before a view opens; says whether the keyboard opened it. */
  readonly onOpen: (byKey: boolean) => void;
}

export function Rail({ groups, loading, view, chosen, onOpen }: RailProps) {
  const [typed, setTyped] = useState('');
  const shown = useMemo(() => filterGroups(groups, typed), [groups, typed]);
  return (
    <nav class="rail" aria-label="Tools" onKeyDown={onRailKey}>
      <Filter typed={typed} onType={setTyped} />
      <div class="rail-list">
        <a
          class="rail-item overview-link"
          href={overviewAddress}
          aria-current={view !== 'servers' && chosen === undefined ? 'page' : undefined}
          onClick={() => onOpen(false)}
        >
          Overview
        </a>
        <ServersLink groups={groups} isOpen={view === 'servers'} onOpen={onOpen} />
        {shown.map((group) => (
          <Group key={group.id} group={group} chosen={chosen} onOpen={onOpen} />
        ))}
        {shown.length === 0 && <p class="rail-note">{loading ? 'Loading…' : 'No tool matches.'}</p>}
      </div>
    </nav>
  );
}

interface ServersLinkProps extends Pick<RailProps, 'groups' | 'onOpen'> {
  readonly isOpen: boolean;
}

function ServersLink({ groups, isOpen, onOpen }: ServersLinkProps) {
  const withNote = groups.filter(({ note }) => note !== undefined).length;
  return (
    <a
      class="rail-item"
      href={serversAddress}
      aria-current={isOpen ? 'page' : undefined}
      data-testid="servers-link"
      onClick={() => onOpen(false)}
    >
      <span class="rail-view">Servers</span>
      {withNote > 0 && (
        <span class="badge" data-tone="warn" title={`${formatCount(withNote, 'server')} to review`}>
          {withNote}
          <span class="unseen"> to review</span>
        </span>
      )}
    </a>
  );
}

function Filter({ typed, onType }: { readonly typed: string; readonly onType: (text: string) => void }) {
  return (
    <div class="rail-filter">
      <SearchIcon />
      <input
        id={FILTER_ID}
        class="control"
        type="search"
        placeholder="Filter tools"
        aria-label="Filter tools"
        aria-keyshortcuts="/"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {typed === '' && <kbd>/</kbd>}
    </div>
  );
}

type GroupProps = Pick<RailProps, 'chosen' | 'onOpen'> & { readonly group: ToolGroup };

function Group({ group, chosen, onOpen }: GroupProps) {
  const id = `server-${group.id}`;
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        class="rail-server"
        title={`${group.title}: ${formatCount(group.tools.length, 'tool')}, ${STATES[group.state].label}`}
      >
        <span class="dot" data-state={group.state} />
        <span class="rail-server-title">{group.title}</span>
        {group.note === undefined ? (
          <span class="count">{group.tools.length}</span>
        ) : (
          <a class="count" href={serverAddress(group.id)} title={group.note} onClick={() => onOpen(false)}>
            {noteLabel(group)}
          </a>
        )}
      </h2>
      <ul>
        {group.tools.map((tool) => (
          <li key={tool.name}>
            <a
              class="rail-item"
              href={toolAddress(tool.name)}
              title={tool.title}
              aria-current={tool.name === chosen ? 'page' : undefined}
              data-testid="tool-item"
              data-tool={tool.name}
              onClick={(event) => onOpen(event.detail === 0)}
            >
              <span class="rail-name">{shortName(tool)}</span>
              <Effect tool={tool} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The note of a running server is about withheld tools or an earlier failure. */
function noteLabel({ state }: ToolGroup): string {
  return state === 'ready' || state === 'idle' ? 'details' : STATES[state].label;
}

/** Reading is the common case and has no mark. */
function Effect({ tool }: { readonly tool: ToolDescription }) {
  const { tone, label } = effectOf(tool.effects);
  if (tone === 'calm') return null;
  return (
    <span class="effect" data-tone={tone} title={label}>
      {tone === 'danger' ? <WarningIcon /> : <PencilIcon />}
      <span class="unseen">{label}</span>
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between the filter and the links; in the filter, Enter opens the first match and Escape clears it. */
function onRailKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { currentTarget: rail, target: filter } = event;
  if (event.key in STEPS) {
    event.preventDefault();
    moveFocus(rail, STEPS[event.key] ?? 0);
  } else if (filter instanceof HTMLInputElement) {
    if (event.key === 'Enter') firstTool(rail)?.click();
    if (event.key === 'Escape') clear(filter);
  }
}

/** Arrow down in the filter goes to the first matching tool. */
function moveFocus(rail: HTMLElement, step: number): void {
  const focused = document.activeElement;
  const stops: Element[] = [...rail.querySelectorAll('input, a')];
  const next = stops[Math.max(0, focused ? stops.indexOf(focused) + step : 0)];
  const inFilter = focused instanceof HTMLInputElement;
  const target = inFilter && step > 0 ? firstTool(rail) : next;
  if (target instanceof HTMLElement) target.focus();
}

function firstTool(rail: HTMLElement): HTMLElement | null {
  return rail.querySelector<HTMLElement>('li a');
}

function clear(filter: HTMLInputElement): void {
  filter.value = '';
  filter.dispatchEvent(new Event('input', { bubbles: true }));
}
