import type { Failure, Problem } from '../api-client.ts';
import { ValueView } from './value-view.tsx';

interface CardProps {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly retryable: boolean | undefined;
}

function Card({ code, message, hint, retryable }: CardProps) {
  return (
    <div class="failure" role="alert">
      <p class="failure-head">
        <code class="failure-code">{code}</code>
        {retryable !== undefined && (
          <span class="badge" data-tone="plain">
            {retryable ? 'may work when tried again' : 'the same call will fail again'}
          </span>
        )}
      </p>
      <p class="failure-message">{message}</p>
      {hint && (
        <p class="failure-hint">
          <span aria-hidden="true">→ </span>
          {hint}
        </p>
      )}
    </div>
  );
}

export function FailureView({ error }: { readonly error: Failure['error'] }) {
  const details = worthShowing(error.details);
  return (
    <>
      <Card {...error} message={inLines(error)} retryable={isKnown(error) ? error.retryable : undefined} />
      {details && (
        <section class="details" aria-label="Details">
          <h3>Details</h3>
          <ValueView data={details} />
        </section>
      )}
    </>
  );
}

/** Nobody here knows whether a tool of another server fails again. */
function isKnown({ code }: Failure['error']): boolean {
  return code !== 'E_UPSTREAM_FAILURE';
}

/** Several complaints about an input are easier to read below each other. */
function inLines({ code, message }: Failure['error']): string {
  return code === 'E_INVALID_PARAMS'
    ? message.replaceAll(/; (?=expected |unknown argument |and \d+ more)/g, '\n')
    : message;
}

/** The paths of an invalid input are shown at their fields. */
function worthShowing(details: Failure['error']['details']): Failure['error']['details'] {
  return Object.keys(details ?? {}).every((key) => key === 'paths') ? undefined : details;
}

/** The call never reached a tool. */
export function ProblemView({ problem }: { readonly problem: Problem }) {
  return (
    <div class="answer-body alone-in-panel">
      <Card {...problem} retryable={undefined} />
    </div>
  );
}
