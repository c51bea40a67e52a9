import type { UpstreamDescription, WithheldTool } from '@molehill/api';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../api-client.ts';
import { formatCount } from '../format.ts';
import { approvalOf } from './approval.ts';
import { DiffView } from './diff-view.tsx';
import { LaunchFacts } from './launch-facts.tsx';
import { inPlainSight } from './plain-sight.ts';
import { needsPerson } from './server-state.ts';
import type { Servers } from './use-servers.ts';
import '../styles/dialog.css';

interface ReviewDialogProps {
  /** As it was when the dialog opened: what is being read does not change under the eyes. */
  readonly server: UpstreamDescription;
  readonly servers: Servers;
  readonly onClose: () => void;
}

/** The answer that changes nothing has the focus, at first and whenever something else is shown. */
export function ReviewDialog({ server, servers, onClose }: ReviewDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const close = () => dialog.current?.close();
  const review = useReview(server, servers, close);
  const { seen, problem } = review;
  useEffect(() => dialog.current?.showModal(), []);
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
        <p class="muted">{needsPerson(seen) ? warningOf(seen) : 'There is nothing left to approve.'}</p>
        <button ref={no} type="button" class="button" onClick={close}>
          {needsPerson(seen) ? 'Not now' : 'Close'}
        </button>
        {needsPerson(seen) && <ApproveButton review={review} />}
      </div>
    </dialog>
  );
}

function ApproveButton({ review: { seen, leftOut, isSending, approve } }: { readonly review: Review }) {
  const hasEffect = seen.state === 'waiting' || seen.withheld.some(({ name }) => !leftOut.has(name));
  const isOff = isSending || !hasEffect;
  return (
    <button
      type="button"
      class="button primary"
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) approve();
      }}
    >
      {isSending ? 'Approving…' : 'Approve'}
    </button>
  );
}

interface Review {
  readonly seen: UpstreamDescription;
  readonly problem: Problem | undefined;
  readonly isSending: boolean;
  readonly leftOut: ReadonlySet<string>;
  choose(name: string, isAgreed: boolean): void;
  approve(): void;
}

/** After a refusal the dialog shows the server as it is now, and the person decides again. */
function useReview(server: UpstreamDescription, servers: Servers, onDone: () => void): Review {
  const [seen, setSeen] = useState(server);
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());

  const approve = async () => {
    setSending(true);
    const refusal = await servers.approve(approvalOf(seen, leftOut));
    if (!refusal) return onDone();
    const now = await servers.reload();
    setSeen(now?.servers.find(({ id }) => id === server.id) ?? seen);
    setProblem(refusal);
    setSending(false);
  };
  const choose = (name: string, isAgreed: boolean) => {
    const others = [...leftOut].filter((other) => other !== name);
    setLeftOut(new Set(isAgreed ? others : [...others, name]));
  };
  return { seen, problem, isSending, leftOut, choose, approve: () => void approve() };
}

function titleOf({ id, state, kind, withheld }: UpstreamDescription) {
  const name = <b>{id}</b>;
  if (state === 'waiting')
    return (
      <>
        May {name} {kind === 'stdio' ? 'run' : 'be used'} for this project?
      </>
    );
  if (withheld.length === 0) return name;
  return (
    <>
      {name} changed {formatCount(withheld.length, 'definition')}
    </>
  );
}

function warningOf({ state, kind, withheld }: UpstreamDescription): string {
  if (state !== 'waiting') return 'A model follows what a definition says. Agree to what you have read.';
  const what =
    kind === 'stdio' ? 'It runs with your rights on this machine.' : 'It gets what tools are called with.';
  return withheld.length > 0 ? `${what} Its changed definitions are agreed to as well.` : what;
}

function Refusal({ problem }: { readonly problem: Problem }) {
  return (
    <div class="failure" role="alert" data-testid="refusal">
      <code class="failure-code">{problem.code}</code>
      <p class="failure-message">{problem.message}</p>
      <p class="failure-hint">
        {problem.status === 409
          ? 'Below it is shown as it is now. Look again before you agree.'
          : problem.hint}
      </p>
    </div>
  );
}

function Definitions({ review }: { readonly review: Review }) {
  return (
    <ol class="definitions">
      {review.seen.withheld.map((tool) => (
        <li key={`${tool.name} ${tool.hash}`}>
          <Definition
            tool={tool}
            isAgreed={!review.leftOut.has(tool.name)}
            onChoose={(isAgreed) => review.choose(tool.name, isAgreed)}
          />
        </li>
      ))}
    </ol>
  );
}

interface DefinitionProps {
  readonly tool: WithheldTool;
  readonly isAgreed: boolean;
  readonly onChoose: (isAgreed: boolean) => void;
}

function Definition({ tool, isAgreed, onChoose }: DefinitionProps) {
  const name = inPlainSight(tool.name);
  return (
    <>
      <label class="definition-head">
        <input
          type="checkbox"
          checked={isAgreed}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <code>{name}</code>
        <span class="badge" data-tone="warn">
          {tool.kind}
        </span>
      </label>
      <DiffView diff={tool.diff} label={`The definition of ${name}, ${tool.kind}`} />
    </>
  );
}
