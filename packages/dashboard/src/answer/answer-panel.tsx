import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer } from '../api-client.ts';
import { CopyButton } from '../buttons.tsx';
import { formatBytes, formatDuration, formatElapsed } from '../format.ts';
import { CheckIcon, CrossIcon, SpinnerIcon } from '../icons.tsx';
import { fractionOf, type RunningCall } from '../live-calls.ts';
import type { Outcome, Pending, Run } from '../tool-runs.ts';
import { useNow } from '../use-now.ts';
import { nonTextContent } from './content/content.ts';
import { FailureCard, FailureView } from './failure-view.tsx';
import { JsonText } from './json-text.tsx';
import { Tabs } from './tabs.tsx';
import { ValueView } from './value-view.tsx';
import '../styles/answer.css';

interface AnswerPanelProps {
  readonly run: Run;
  /** The pending call among the live calls. */
  readonly call: RunningCall | undefined;
}

/** Scrolls the answer into view when it arrives. It is memoised, so typing in the form does not render it again. */
export function AnswerPanel({ run: { pending, outcome }, call }: AnswerPanelProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome || pending) top.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome, pending]);
  const shown = useMemo(() => outcome && <OutcomeView outcome={outcome} />, [outcome]);
  return (
    <section class="answer" aria-label="Answer" data-testid="answer" data-state={stateOf(pending, outcome)}>
      <div ref={top} class="answer-top" />
      {pending && <PendingView pending={pending} call={call} />}
      <div class="answer-last" aria-busy={pending !== undefined}>
        {shown ?? (!pending && <p class="answer-none">Call the tool to see its answer here.</p>)}
      </div>
    </section>
  );
}

function stateOf(pending: Pending | undefined, outcome: Outcome | undefined): string {
  if (pending) return pending.question ? 'asking' : 'running';
  if (outcome?.kind === 'answer') return outcome.answer.envelope.ok ? 'ok' : 'error';
  return outcome?.kind ?? 'none';
}

function PendingView({ pending, call }: Pick<AnswerPanelProps, 'call'> & { readonly pending: Pending }) {
  const now = useNow();
  return (
    <div class="pending" role="status">
      <SpinnerIcon />
      <span>{pending.question ? 'Waiting for your answer' : 'Running'}</span>
      {!pending.question && <span class="pending-time">{formatElapsed(now - pending.since)}</span>}
      <span class="pending-message">{call?.progress?.message}</span>
      <progress value={fractionOf(call?.progress)} aria-label="Progress" />
    </div>
  );
}

function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome.kind) {
    case 'answer':
      return <AnswerView answer={outcome.answer} />;
    case 'problem':
      return (
        <div class="answer-body alone-in-panel">
          <FailureCard {...outcome.problem} />
        </div>
      );
    case 'cancelled':
      return (
        <p class="answer-none" role="status">
          Cancelled after {formatDuration(outcome.afterMs)}.
        </p>
      );
    case 'declined':
      return (
        <p class="answer-none" role="status">
          Declined. Nothing was changed: <q>{outcome.question}</q>
        </p>
      );
  }
}

const VIEWS = { result: 'Result', text: 'Text for the model', json: 'JSON' } as const;
type View = keyof typeof VIEWS;

function AnswerView({ answer }: { readonly answer: Answer }) {
  const [view, setView] = useState<View>('result');
  const { truncation } = answer.envelope.meta;
  return (
    <>
      <div class="panel-head">
        <Tabs labels={VIEWS} chosen={view} onChoose={setView} />
        <Verdict answer={answer} />
        <CopyButton what={VIEWS[view]} text={() => copiedText(answer, view)} />
      </div>
      <div class="answer-body" role="tabpanel" id="answer-panel" aria-labelledby={`tab-${view}`}>
        {view !== 'json' && truncation && (
          <p class="truncation" data-testid="truncation">
            <b>The answer is incomplete.</b> The {truncation.limit} limit cut it at {truncation.shown}
            {truncation.total !== undefined && ` of ${truncation.total}`}. To see more: {truncation.next}
          </p>
        )}
        {view === 'text' && <pre class="text">{answer.text}</pre>}
        {view === 'json' && <JsonText value={clientResult(answer)} />}
        {view === 'result' && <ResultView answer={answer} />}
      </div>
    </>
  );
}

/** The result of an upstream server may have media beside its failure or structured data. */
function ResultView({ answer: { envelope, raw } }: { readonly answer: Answer }) {
  const isComplete = envelope.ok && raw?.structuredContent === undefined;
  const more = isComplete ? undefined : nonTextContent(raw);
  return (
    <>
      {envelope.ok ? <ValueView data={envelope.data} /> : <FailureView error={envelope.error} />}
      {more && <ValueView data={more} />}
    </>
  );
}

/** What a client receives: for an upstream server, its result unchanged. */
function clientResult({ envelope, raw }: Answer): unknown {
  return raw ?? envelope;
}

function Verdict({ answer: { envelope, text } }: { readonly answer: Answer }) {
  const bytes = new TextEncoder().encode(text).length;
  return (
    <span class="verdict" data-ok={envelope.ok} role="status">
      {envelope.ok ? <CheckIcon /> : <CrossIcon />}
      <span>{envelope.ok ? 'ok' : 'failed'}</span>
      <span class="muted" title="Duration of the call">
        {formatDuration(envelope.meta.durationMs)}
      </span>
      <span class="muted" title="Size of the text for the model">
        {formatBytes(bytes)}
      </span>
    </span>
  );
}

function copiedText(answer: Answer, view: View): string {
  const { envelope, text } = answer;
  if (view === 'text') return text;
  const result = envelope.ok ? envelope.data : envelope.error;
  return JSON.stringify(view === 'json' ? clientResult(answer) : result, null, 2);
}
