import type { ToolDescription } from '@molehill/api';
import { useMemo, useState } from 'preact/hooks';
import { EFFECTS } from './effects.ts';
import { Badge } from './elements.tsx';
import { formatCount } from './format.ts';
import { PencilIcon, SearchIcon, WarningIcon } from './icons.tsx';
import {
  debugAddress,
  overviewAddress,
  type Route,
  serverAddress,
  serversAddress,
  toolAddress,
} from './route.ts';
import { STATES } from './servers/server-state.ts';
import { FILTER_ID } from './shortcuts.ts';
import { filterGroups, shortName, type ToolGroup } from './tool-list.ts';
import './styles/rail.css';

interface RailProps {
  readonly groups: readonly ToolGroup[];
  readonly loading: boolean;
  readonly view: Route['view'];
  /** How many programs are being debugged. */
  readonly debugging: number;
  readonly chosen: string | undefined;
  /** Called before a view opens; says whether the keyboard opened it. */
  readonly onOpen: (byKey: boolean) => void;
}

export function Rail({ groups, loading, view, debugging, chosen, onOpen }: RailProps) {
  const [typed, setTyped] = useState('');
  const shown = useMemo(() => filterGroups(groups, typed), [groups, typed]);
  return (
    <nav
      class="rail"
      aria-label="Tools"
      onKeyDown={onRailKey}
      onClick={(event) => onOpen(event.detail === 0)}
    >
      <Filter typed={typed} onType={setTyped} />
      <div class="rail-list">
        <a
          class="rail-item overview-link"
          href={overviewAddress}
          aria-current={currentIf((view === 'overview' || view === 'tool') && chosen === undefined)}
        >
          Overview
        </a>
        <ServersLink groups={groups} isOpen={view === 'servers'} />
        <DebugLink debugging={debugging} isOpen={view === 'debug'} />
        {shown.map((group) => (
          <Group key={group.id} group={group} chosen={chosen} />
        ))}
        {shown.length === 0 && <p class="rail-note">{loading ? 'Loading…' : 'No tool matches.'}</p>}
      </div>
    </nav>
  );
}

function currentIf(isOpen: boolean) {
  return isOpen ? 'page' : undefined;
}

function ServersLink({ groups, isOpen }: Pick<RailProps, 'groups'> & { readonly isOpen: boolean }) {
  const withNote = groups.filter(({ note }) => note !== undefined).length;
  return (
    <a class="rail-item" href={serversAddress} aria-current={currentIf(isOpen)} data-testid="servers-link">
      <span class="rail-view">Servers</span>
      {withNote > 0 && (
        <Badge tone="warn" title={`${formatCount(withNote, 'server')} to review`}>
          {withNote}
          <span class="unseen"> to review</span>
        </Badge>
      )}
    </a>
  );
}

function DebugLink({ debugging, isOpen }: Pick<RailProps, 'debugging'> & { readonly isOpen: boolean }) {
  return (
    <a class="rail-item" href={debugAddress} aria-current={currentIf(isOpen)} data-testid="debug-link">
      <span class="rail-view">Debug</span>
      {debugging > 0 && (
        <Badge tone="calm" title={`${formatCount(debugging, 'program')} being debugged`}>
          {debugging}
          <span class="unseen"> being debugged</span>
        </Badge>
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

function Group({ group, chosen }: Pick<RailProps, 'chosen'> & { readonly group: ToolGroup }) {
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
          <a class="count" href={serverAddress(group.id)} title={group.note}>
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
              aria-current={currentIf(tool.name === chosen)}
              data-testid="tool-item"
              data-tool={tool.name}
            >
              <span class="rail-name">{shortName(tool)}</span>
              <Effect effect={tool.effects.worst} />
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

const EFFECT_ICONS = { writes: <PencilIcon />, destroys: <WarningIcon /> } as const;

/** Reading is the common case and has no mark. */
function Effect({ effect }: { readonly effect: ToolDescription['effects']['worst'] }) {
  if (effect === 'reads') return null;
  return (
    <span class="effect" data-tone={EFFECTS[effect].tone} title={effect}>
      {EFFECT_ICONS[effect]}
      <span class="unseen">{effect}</span>
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between the filter and the links; in the filter, Enter opens the first match and Escape clears it. */
function onRailKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { currentTarget: rail, target: filter, key } = event;
  const step = STEPS[key];
  if (step !== undefined) {
    event.preventDefault();
    moveFocus(rail, step);
  } else if (filter instanceof HTMLInputElement) {
    if (key === 'Enter') firstTool(rail)?.click();
    if (key === 'Escape') clear(filter);
  }
}

/** Arrow down in the filter goes to the first matching tool. */
function moveFocus(rail: HTMLElement, step: number): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return;
  const stops = [...rail.querySelectorAll<HTMLElement>('input, a')];
  const next = stops[Math.max(0, stops.indexOf(focused) + step)];
  const target = focused instanceof HTMLInputElement && step > 0 ? firstTool(rail) : next;
  target?.focus();
}

function firstTool(rail: HTMLElement): HTMLElement | null {
  return rail.querySelector<HTMLElement>('li a');
}

function clear(filter: HTMLInputElement): void {
  filter.value = '';
  filter.dispatchEvent(new Event('input', { bubbles: true }));
}
