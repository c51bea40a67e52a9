import type { Failure } from '../api-client.ts';
import { Badge } from '../elements.tsx';
import { ValueView } from './value-view.tsx';

interface FailureCardProps {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: boolean | undefined;
  readonly testId?: string;
}

export function FailureCard({ code, message, hint, retryable, testId }: FailureCardProps) {
  return (
    <div class="failure" role="alert" data-testid={testId}>
      <p class="failure-head">
        <code class="failure-code">{code}</code>
        {retryable !== undefined && (
          <Badge tone="plain">{retryable ? 'a retry may succeed' : 'a retry will fail again'}</Badge>
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
  const details = shownDetails(error);
  // Whether a tool of an upstream server fails again is unknown.
  const retryable = error.code === 'E_UPSTREAM_FAILURE' ? undefined : error.retryable;
  return (
    <>
      <FailureCard {...error} message={inLines(error)} retryable={retryable} />
      {details && (
        <section class="details" aria-label="Details">
          <h3>Details</h3>
          <ValueView data={details} />
        </section>
      )}
    </>
  );
}

/** Several issues of an input are easier to read one below the other. */
function inLines({ code, message }: Failure['error']): string {
  return code === 'E_INVALID_PARAMS'
    ? message.replaceAll(/; (?=expected |unknown argument |and \d+ more)/g, '\n')
    : message;
}

/** The paths of an invalid input are shown at their fields. */
function shownDetails({ details }: Failure['error']): Failure['error']['details'] {
  return Object.keys(details ?? {}).every((key) => key === 'paths') ? undefined : details;
}
