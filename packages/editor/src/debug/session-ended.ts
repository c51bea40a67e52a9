import { editorErrors } from '../errors.ts';
import type { SessionEnd } from '../host.ts';

interface EndedSession {
  readonly id: string;
  readonly exitCode: number | undefined;
  readonly end: SessionEnd | undefined;
}

/** E_SESSION_ENDED, with what the adapter printed where it crashed. */
export function sessionEnded({ id, exitCode, end }: EndedSession) {
  const code = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
  const detail = end?.detail ? ` It printed: ${end.detail.slice(-300).trim()}` : '';
  const message =
    end?.how === 'crashed'
      ? `The debug adapter of ${id} ended unexpectedly.${detail}`
      : `The session ${id} ended${code}.`;
  return editorErrors.fail('E_SESSION_ENDED', message, {
    details: { session: id, ...(exitCode === undefined ? {} : { exitCode }) },
  });
}
