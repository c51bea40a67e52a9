import type { MolehillError } from '@molehill/core/errors';
import { gatewayErrors } from '../errors.ts';
import type { UpstreamStatus } from './status.ts';

export const TOO_LARGE = 'E_UPSTREAM_TOO_LARGE';

export function tooLargeError(server: string, bytes: number, limit: number): MolehillError {
  const message = `${server} sent a message of ${bytes} bytes or more; ${limit} are accepted.`;
  return gatewayErrors.fail(TOO_LARGE, message, { details: { server, bytes, limit } });
}

export function stoppedError(server: string, reason: string): MolehillError {
  return gatewayErrors.fail('E_UPSTREAM_GONE', `${server} was stopped: ${reason}.`);
}

export function backingOffError(
  server: string,
  until: number,
  last: UpstreamStatus['lastError'],
): MolehillError {
  const nextAttemptAt = new Date(until).toISOString();
  const reason = last ? ` Last failure: ${last.code}: ${last.message}` : '';
  const message = `${server} is not restarted before ${nextAttemptAt}.${reason}`;
  return gatewayErrors.fail('E_UPSTREAM_BACKOFF', message, { details: { nextAttemptAt } });
}
