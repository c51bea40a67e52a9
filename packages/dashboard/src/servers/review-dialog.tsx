import type { UpstreamDescription } from '@molehill/api';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FailureCard } from '../answer/failure-view.tsx';
import type { Problem } from '../api-client.ts';
import { Badge } from '../elements.tsx';
import { formatCount } from '../format.ts';
import { useModal } from '../viewer-dialog.tsx';
import { approvalOf } from './approval.ts';
import { DiffView } from './diff-view.tsx';
import { escapeInvisible } from './escape-invisible.ts';
import { LaunchFacts } from './launch-facts.tsx';
import { needsReview } from './server-state.ts';
import type { Servers } from './use-servers.ts';

interface ReviewDialogProps {
  /** As it was when the dialog opened: the content does not change while it is being read. */
  readonly server: UpstreamDescription;
  readonly servers: Servers;
  readonly onClose: () => void;
}

/** The button that changes nothing has the focus, at first and whenever the content changes. */
export function ReviewDialog({ server, servers, onClose }: ReviewDialogProps) {
  const dialog = useModal();
  const no = useRef<HTMLButtonElement>(null);
  const close = () => dialog.current?.close();
  const review = useReview(server, servers, close);
  const { seen, problem } = review;
  useEffect(() => {
    no.current?.focus({ preventScroll: true });
    if (problem) dialog.current?.scrollTo({ top: 0 });
  }, [problem]);
  return (
    <dialog
      ref={dialog}
      class="dialog wide-dialog"
      aria-labelledby="review-title"
      data-testid="review"
      onClose={onClose}
    >
      <h2 id="review-title">{titleOf(seen)}</h2>
      {problem && <Refusal problem={problem} />}
      <LaunchFacts server={seen} />
      {seen.withheld.length > 0 && <Definitions review={review} />}
      <div class="dialog-buttons review-buttons">
        <p class="muted">{needsReview(seen) ? warningOf(seen) : 'There is nothing to approve.'}</p>
        <button ref={no} type="button" class="button" onClick={close}>
          {needsReview(seen) ? 'Not now' : 'Close'}
        </button>
        {needsReview(seen) && <ApproveButton review={review} />}
      </div>
    </dialog>
  );
}

function ApproveButton({ review: { seen, excluded, isSending, approve } }: { readonly review: Review }) {
  const hasEffect = seen.state === 'waiting' || seen.withheld.some(({ name }) => !excluded.has(name));
  const isOff = isSending || !hasEffect;
  return (
    <button
      type="button"
      class="button primary"
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) void approve();
      }}
    >
      {isSending ? 'Approving…' : 'Approve'}
    </button>
  );
}

type Review = ReturnType<typeof useReview>;

/** After a rejected approval the dialog shows the current state, and the person decides again. */
function useReview(server: UpstreamDescription, servers: Servers, onDone: () => void) {
  const [seen, setSeen] = useState(server);
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());

  const approve = async () => {
    setSending(true);
    const refusal = await servers.approve(approvalOf(seen, excluded));
    if (!refusal) return onDone();
    const now = await servers.reload();
    setSeen(now?.servers.find(({ id }) => id === server.id) ?? seen);
    setProblem(refusal);
    setSending(false);
  };
  const include = (name: string, isIncluded: boolean) => {
    const others = [...excluded].filter((other) => other !== name);
    setExcluded(new Set(isIncluded ? others : [...others, name]));
  };
  return { seen, problem, isSending, excluded, include, approve };
}

function titleOf({ id, state, kind, withheld }: UpstreamDescription): ComponentChildren {
  const name = <b>{id}</b>;
  if (state === 'waiting')
    return ['Allow ', name, ` to ${kind === 'stdio' ? 'run' : 'be used'} for this project?`];
  return withheld.length === 0 ? name : [name, ` changed ${formatCount(withheld.length, 'definition')}`];
}

function warningOf({ state, kind, withheld }: UpstreamDescription): string {
  if (state !== 'waiting')
    return 'A model follows the text of a definition. Approve only what you have read.';
  const what =
    kind === 'stdio'
      ? 'It runs with your permissions on this machine.'
      : 'It receives the arguments of its tools.';
  return withheld.length > 0 ? `${what} This also approves its changed definitions.` : what;
}

function Refusal({ problem }: { readonly problem: Problem }) {
  const isOutdated = problem.status === 409;
  const hint = isOutdated ? 'The current state is shown below. Review it before you approve.' : problem.hint;
  return <FailureCard {...problem} hint={hint} testId="refusal" />;
}

function Definitions({ review }: { readonly review: Review }) {
  return (
    <ol class="definitions">
      {review.seen.withheld.map(({ name, hash, kind, diff }) => (
        <li key={`${name} ${hash}`}>
          <label class="definition-head">
            <input
              type="checkbox"
              checked={!review.excluded.has(name)}
              onChange={(event) => review.include(name, event.currentTarget.checked)}
            />
            <code>{escapeInvisible(name)}</code>
            <Badge tone="warn">{kind}</Badge>
          </label>
          <DiffView diff={diff} label={`The definition of ${escapeInvisible(name)}, ${kind}`} />
        </li>
      ))}
    </ol>
  );
}
