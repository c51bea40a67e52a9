import type { ToolDescription } from '@molehill/api';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatClock, formatCount, formatDuration, formatElapsed } from './format.ts';
import { CheckIcon, ChevronIcon, CrossIcon, EventIcon, QuestionIcon, SpinnerIcon } from './icons.tsx';
import {
  endOf,
  type FinishedCall,
  fractionOf,
  type LiveCalls,
  type RunningCall,
  type ServerEvent,
} from './live-calls.ts';
import { toolAddress } from './route.ts';
import { toolOfCall } from './tool-list.ts';
import { useNow } from './use-now.ts';
import './styles/calls.css';

interface CallsPanelProps {
  readonly calls: LiveCalls;
  readonly tools: readonly ToolDescription[];
}

export function CallsPanel({ calls, tools }: CallsPanelProps) {
  const [open, setOpen] = useState(true);
  const { running, finished } = calls;
  const past = pastEntries(calls);
  const addressOf = (call: RunningCall | FinishedCall) => {
    const tool = toolOfCall(tools, call);
    return tool && toolAddress(tool.name);
  };
  return (
    <section class="calls" aria-label="Activity" data-open={open}>
      <button type="button" class="calls-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronIcon />
        <h2>Activity</h2>
        <span class="muted">{running.length > 0 && `${running.length} running`}</span>
        <span class="muted failures">{summary(finished)}</span>
      </button>
      {open && (
        <ol class="calls-list">
          {running.map((call) => (
            <Row key={call.id} {...runningRow(call)} address={addressOf(call)} />
          ))}
          {past.map((entry) =>
            'outcome' in entry ? (
              <Row key={entry.id} {...finishedRow(entry)} address={addressOf(entry)} />
            ) : (
              <Row key={`${entry.at} ${entry.server} ${entry.type}`} {...eventRow(entry)} />
            ),
          )}
          {running.length + past.length === 0 && (
            <li class="calls-none">Calls from agents, terminals and this page, and events, appear here.</li>
          )}
        </ol>
      )}
    </section>
  );
}

/** Finished calls and events, newest first. */
function pastEntries({ finished, events }: LiveCalls): readonly (FinishedCall | ServerEvent)[] {
  const timeOf = (entry: FinishedCall | ServerEvent) =>
    'outcome' in entry ? endOf(entry) : Date.parse(entry.at);
  return [...finished, ...events].sort((a, b) => timeOf(b) - timeOf(a));
}

function summary(finished: readonly FinishedCall[]): string {
  const failed = finished.filter(({ outcome }) => outcome === 'error').length;
  return `${formatCount(finished.length, 'call')}${failed === 0 ? '' : `, ${failed} failed`}`;
}

const STATES = {
  running: { icon: <SpinnerIcon />, label: 'running' },
  ok: { icon: <CheckIcon />, label: 'ok' },
  error: { icon: <CrossIcon />, label: 'failed' },
  asked: { icon: <QuestionIcon />, label: 'waiting for an answer' },
  event: { icon: <EventIcon />, label: 'event' },
} as const;

interface RowProps {
  readonly state: keyof typeof STATES;
  readonly clock: ComponentChildren;
  readonly server: string;
  readonly name: string;
  readonly duration?: ComponentChildren;
  readonly origin: ComponentChildren;
  readonly originTitle?: string | undefined;
  readonly note: ComponentChildren;
}

/** Without an address for an event, and for a call of a tool that is no longer served. */
function Row({ address, ...row }: RowProps & { readonly address?: string | undefined }) {
  const { icon, label } = STATES[row.state];
  return (
    <li data-testid={row.state === 'event' ? 'live-event' : 'live-call'} data-state={row.state}>
      <a class="call" {...(address === undefined ? {} : { href: address })}>
        {row.clock}
        <span class="call-state" title={label}>
          {icon}
          <span class="unseen">{label}</span>
        </span>
        <span class="call-name">
          <span class="call-server">{row.server}</span>
          {row.name}
        </span>
        <span class="call-time">{row.duration}</span>
        <span class="call-frontend" title={row.originTitle}>
          {row.origin}
        </span>
        <span class="call-note">{row.note}</span>
      </a>
    </li>
  );
}

function Clock({ at, title = at }: { readonly at: string; readonly title?: string }) {
  return (
    <time class="call-clock" datetime={at} title={title}>
      {formatClock(at, new Date())}
    </time>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  return <>{formatElapsed(useNow() - since)}</>;
}

function runningRow({ server, tool, progress, since, frontend }: RunningCall): RowProps {
  return {
    state: 'running',
    clock: <span class="call-clock">now</span>,
    server,
    name: tool,
    duration: <Elapsed since={since} />,
    origin: frontend,
    note: [
      progress && <progress value={fractionOf(progress)} aria-label="Progress" />,
      <span>{progress?.message}</span>,
    ],
  };
}

function finishedRow(call: FinishedCall): RowProps {
  const { server, tool, client, frontend, outcome, at, code, truncated } = call;
  const ended = new Date(endOf(call)).toISOString();
  const remark = outcome === 'asked' ? STATES.asked.label : truncated && 'truncated';
  return {
    state: outcome,
    clock: <Clock at={ended} title={`from ${at} to ${ended}`} />,
    server,
    name: tool,
    duration: formatDuration(call.durationMs),
    origin: [frontend, client && <span class="call-client"> · {client}</span>],
    originTitle: client,
    note: <span>{code ?? remark}</span>,
  };
}

/** Something that happened in a server, such as a connection that was added. */
function eventRow({ server, type, at, resource, data }: ServerEvent): RowProps {
  const clock = <Clock at={at} />;
  const note = <span>{data !== undefined && JSON.stringify(data)}</span>;
  return { state: 'event', clock, server, name: type, origin: resource, originTitle: resource, note };
}
