import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer } from '../api-client.ts';
import { CopyButton } from '../copy-button.tsx';
import { formatBytes, formatDuration, formatElapsed } from '../format.ts';
import { CheckIcon, CrossIcon, SpinnerIcon } from '../icons.tsx';
import { fractionOf, type RunningCall } from '../live-calls.ts';
import type { Outcome, Pending, Run } from '../tool-runs.ts';
import { useNow } from '../use-now.ts';
import { nonTextContent } from './content/content.ts';
import { FailureView, ProblemView } from './failure-view.tsx';
import { JsonText } from './json-text.tsx';
import { Tabs } from './tabs.tsx';
import { TruncationNote } from './truncation-note.tsx';
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
  if (pending) return pending.question === undefined ? 'running' : 'asking';
  if (outcome?.kind === 'answer') return outcome.answer.envelope.ok ? 'ok' : 'error';
  return outcome?.kind ?? 'none';
}

type PendingViewProps = Pick<AnswerPanelProps, 'call'> & { readonly pending: Pending };

function PendingView({ pending, call }: PendingViewProps) {
  const now = useNow();
  const asking = pending.question !== undefined;
  return (
    <div class="pending" role="status">
      <SpinnerIcon />
      <span>{asking ? 'Waiting for your confirmation' : 'Running'}</span>
      {!asking && <span class="pending-time">{formatElapsed(now - pending.since)}</span>}
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
      return <ProblemView problem={outcome.problem} />;
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

type View = 'result' | 'text' | 'json';

const VIEWS: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'result', label: 'Result' },
  { id: 'text', label: 'Text for the model' },
  { id: 'json', label: 'JSON' },
];

function AnswerView({ answer }: { readonly answer: Answer }) {
  const [view, setView] = useState<View>('result');
  const { envelope, text } = answer;
  return (
    <>
      <div class="panel-head">
        <Tabs tabs={VIEWS} chosen={view} onChoose={setView} />
        <Verdict answer={answer} />
        <CopyButton
          what={VIEWS.find(({ id }) => id === view)?.label ?? ''}
          text={() => copied(answer, view)}
        />
      </div>
      <div class="answer-body" role="tabpanel" id="answer-panel" aria-labelledby={`tab-${view}`}>
        {view !== 'json' && envelope.meta.truncation && (
          <TruncationNote truncation={envelope.meta.truncation} />
        )}
        {view === 'text' && <pre class="text">{text}</pre>}
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

function copied(answer: Answer, view: View): string {
  const { envelope, text } = answer;
  if (view === 'text') return text;
  const result = envelope.ok ? envelope.data : envelope.error;
  return JSON.stringify(view === 'json' ? clientResult(answer) : result, null, 2);
}
