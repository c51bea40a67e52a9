import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer } from '../api-client.ts';
import { CopyButton } from '../copy-button.tsx';
import { formatBytes, formatDuration, formatElapsed } from '../format.ts';
import { CheckIcon, CrossIcon, SpinnerIcon } from '../icons.tsx';
import { fractionOf, type RunningCall } from '../live-calls.ts';
import type { Outcome, Pending, Run } from '../tool-runs.ts';
import { useNow } from '../use-now.ts';
import { beyondTexts } from './content/content.ts';
import { FailureView, ProblemView } from './failure-view.tsx';
import { JsonText } from './json-text.tsx';
import { Tabs } from './tabs.tsx';
import { TruncationNote } from './truncation-note.tsx';
import { ValueView } from './value-view.tsx';
import '../styles/answer.css';

interface AnswerPanelProps {
  readonly run: Run;
  /** What the live calls tell about the call that goes on. */
  readonly call: RunningCall | undefined;
}

/** Typing in the form does not draw the answer again. Where the answer stands below the form, it comes into sight when it arrives. */
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
        {shown ?? (!pending && <p class="answer-none">The answer appears here.</p>)}
      </div>
    </section>
  );
}

function stateOf(pending: Pending | undefined, outcome: Outcome | undefined): string {
  if (pending) return pending.question === undefined ? 'running' : 'asking';
  if (outcome?.kind === 'answer') return outcome.answer.envelope.ok ? 'ok' : 'error';
  return outcome?.kind ?? 'none';
}

function PendingView({
  pending,
  call,
}: {
  readonly pending: Pending;
  readonly call: RunningCall | undefined;
}) {
  const now = useNow();
  const asking = pending.question !== undefined;
  return (
    <div class="pending" role="status">
      <SpinnerIcon />
      <span>{asking ? 'Waiting for your answer' : 'Running'}</span>
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
          You said no, and nothing was done: <q>{outcome.question}</q>
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
        {view === 'json' && <JsonText value={forPrograms(answer)} />}
        {view === 'result' && <ResultView answer={answer} />}
      </div>
    </>
  );
}

/** A failure or structured data of another server may have pictures and the like beside it. */
function ResultView({ answer: { envelope, raw } }: { readonly answer: Answer }) {
  const isWhole = envelope.ok && raw?.structuredContent === undefined;
  const more = isWhole ? undefined : beyondTexts(raw);
  return (
    <>
      {envelope.ok ? <ValueView data={envelope.data} /> : <FailureView error={envelope.error} />}
      {more && <ValueView data={more} />}
    </>
  );
}

/** What a client gets: of a tool of another server, exactly what that one said. */
function forPrograms({ envelope, raw }: Answer): unknown {
  return raw ?? envelope;
}

function Verdict({ answer: { envelope, text } }: { readonly answer: Answer }) {
  const bytes = new TextEncoder().encode(text).length;
  return (
    <span class="verdict" data-ok={envelope.ok} role="status">
      {envelope.ok ? <CheckIcon /> : <CrossIcon />}
      <span>{envelope.ok ? 'ok' : 'failed'}</span>
      <span class="muted" title="How long the call took">
        {formatDuration(envelope.meta.durationMs)}
      </span>
      <span class="muted" title="The size of the text a model reads">
        {formatBytes(bytes)}
      </span>
    </span>
  );
}

function copied(answer: Answer, view: View): string {
  const { envelope, text } = answer;
  if (view === 'text') return text;
  const result = envelope.ok ? envelope.data : envelope.error;
  return JSON.stringify(view === 'json' ? forPrograms(answer) : result, null, 2);
}
