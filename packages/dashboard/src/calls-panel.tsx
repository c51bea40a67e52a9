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
  readonly tools: readonly ToolDescription[] | undefined;
}

export function CallsPanel({ calls, tools }: CallsPanelProps) {
  const [open, setOpen] = useState(true);
  const { running, finished, events } = calls;
  const addressOf = (call: RunningCall | FinishedCall) => {
    const tool = toolOfCall(tools ?? [], call);
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
          {pastEntries(calls).map((entry) =>
            'outcome' in entry ? (
              <Finished key={entry.id} call={entry} address={addressOf(entry)} />
            ) : (
              <Event key={`${entry.at} ${entry.server} ${entry.type}`} event={entry} />
            ),
          )}
          {running.length + finished.length + events.length === 0 && (
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
  return failed === 0
    ? formatCount(finished.length, 'call')
    : `${formatCount(finished.length, 'call')}, ${failed} failed`;
}

interface LineProps {
  readonly state: string;
  readonly address: string | undefined;
  readonly children: ComponentChildren;
}

/** A call of a tool that is no longer served has no link. */
function Line({ state, address, children }: LineProps) {
  return (
    <li data-testid="live-call" data-state={state}>
      {address === undefined ? (
        <div class="call">{children}</div>
      ) : (
        <a class="call" href={address}>
          {children}
        </a>
      )}
    </li>
  );
}

function Name({ call }: { readonly call: Pick<RunningCall, 'server' | 'tool'> }) {
  return (
    <span class="call-name">
      <span class="call-server">{call.server}</span>
      {call.tool}
    </span>
  );
}

function Running(props: { readonly call: RunningCall; readonly address: string | undefined }) {
  const { progress, since, frontend } = props.call;
  const now = useNow();
  return (
    <Line state="running" address={props.address}>
      <span class="call-clock">now</span>
      <span class="call-state">
        <SpinnerIcon />
        <span class="unseen">running</span>
      </span>
      <Name call={props.call} />
      <span class="call-time">{formatElapsed(now - since)}</span>
      <span class="call-frontend">{frontend}</span>
      <span class="call-note">
        {progress && <progress value={fractionOf(progress)} aria-label="Progress" />}
        <span>{progress?.message}</span>
      </span>
    </Line>
  );
}

const OUTCOMES = {
  ok: { icon: <CheckIcon />, word: 'ok' },
  error: { icon: <CrossIcon />, word: 'failed' },
  asked: { icon: <QuestionIcon />, word: 'waiting for confirmation' },
} as const;

function noteOf({ code, outcome, truncated }: FinishedCall): string {
  if (code !== undefined) return code;
  if (outcome === 'asked') return 'waiting for confirmation';
  return truncated ? 'truncated' : '';
}

function Finished({ call, address }: { readonly call: FinishedCall; readonly address: string | undefined }) {
  const { icon, word } = OUTCOMES[call.outcome];
  const ended = new Date(endOf(call)).toISOString();
  return (
    <Line state={call.outcome} address={address}>
      <Clock at={ended} title={`from ${call.at} to ${ended}`} />
      <span class="call-state" title={word}>
        {icon}
        <span class="unseen">{word}</span>
      </span>
      <Name call={call} />
      <span class="call-time">{formatDuration(call.durationMs)}</span>
      <span class="call-frontend" title={call.client}>
        {call.frontend}
        {call.client && <span class="call-client"> · {call.client}</span>}
      </span>
      <span class="call-note">
        <span>{noteOf(call)}</span>
      </span>
    </Line>
  );
}

/** Something that happened in a server, such as a connection that was added. */
function Event({ event: { server, type, at, resource, data } }: { readonly event: ServerEvent }) {
  const details = data === undefined ? '' : JSON.stringify(data);
  return (
    <li data-testid="live-event" data-state="event">
      <div class="call">
        <Clock at={at} title={at} />
        <span class="call-state" title="event">
          <EventIcon />
          <span class="unseen">event</span>
        </span>
        <Name call={{ server, tool: type }} />
        <span class="call-time" />
        <span class="call-frontend" title={resource}>
          {resource}
        </span>
        <span class="call-note" title={details}>
          <span>{details}</span>
        </span>
      </div>
    </li>
  );
}

function Clock({ at, title }: { readonly at: string; readonly title: string }) {
  return (
    <time class="call-clock" datetime={at} title={title}>
      {formatClock(at, new Date())}
    </time>
  );
}
