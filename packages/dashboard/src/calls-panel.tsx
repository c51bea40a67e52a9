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
            <Running key={call.id} call={call} address={addressOf(call)} />
          ))}
          {past.map((entry) =>
            'outcome' in entry ? (
              <Finished key={entry.id} call={entry} address={addressOf(entry)} />
            ) : (
              <Event key={`${entry.at} ${entry.server} ${entry.type}`} event={entry} />
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
  readonly duration?: string;
  readonly origin: ComponentChildren;
  readonly originTitle?: string | undefined;
  readonly note: ComponentChildren;
  /** Absent for an event, and for a call of a tool that is no longer served. */
  readonly address?: string | undefined;
  /** The progress bar. */
  readonly children?: ComponentChildren;
}

function Row(props: RowProps) {
  const { state, address } = props;
  const { icon, label } = STATES[state];
  return (
    <li data-testid={state === 'event' ? 'live-event' : 'live-call'} data-state={state}>
      <a class="call" {...(address === undefined ? {} : { href: address })}>
        {props.clock}
        <span class="call-state" title={label}>
          {icon}
          <span class="unseen">{label}</span>
        </span>
        <span class="call-name">
          <span class="call-server">{props.server}</span>
          {props.name}
        </span>
        <span class="call-time">{props.duration}</span>
        <span class="call-frontend" title={props.originTitle}>
          {props.origin}
        </span>
        <span class="call-note">
          {props.children}
          <span>{props.note}</span>
        </span>
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

function Running(props: { readonly call: RunningCall; readonly address: string | undefined }) {
  const { server, tool, progress, since, frontend } = props.call;
  const now = useNow();
  return (
    <Row
      state="running"
      clock={<span class="call-clock">now</span>}
      server={server}
      name={tool}
      duration={formatElapsed(now - since)}
      origin={frontend}
      note={progress?.message}
      address={props.address}
    >
      {progress && <progress value={fractionOf(progress)} aria-label="Progress" />}
    </Row>
  );
}

function Finished({ call, address }: { readonly call: FinishedCall; readonly address: string | undefined }) {
  const { server, tool, client, frontend, outcome, at, code, truncated } = call;
  const ended = new Date(endOf(call)).toISOString();
  const remark = outcome === 'asked' ? STATES.asked.label : truncated && 'truncated';
  return (
    <Row
      state={outcome}
      clock={<Clock at={ended} title={`from ${at} to ${ended}`} />}
      server={server}
      name={tool}
      duration={formatDuration(call.durationMs)}
      origin={[frontend, client && <span class="call-client"> · {client}</span>]}
      originTitle={client}
      note={code ?? remark}
      address={address}
    />
  );
}

/** Something that happened in a server, such as a connection that was added. */
function Event({ event: { server, type, at, resource, data } }: { readonly event: ServerEvent }) {
  return (
    <Row
      state="event"
      clock={<Clock at={at} />}
      server={server}
      name={type}
      origin={resource}
      originTitle={resource}
      note={data !== undefined && JSON.stringify(data)}
    />
  );
}
