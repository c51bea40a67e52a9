import type { DebugResponse } from '@molehill/api';

export function stateText({ state, reason, exitCode }: DebugResponse['sessions'][number]): string {
  if (state === 'stopped') return reason === undefined ? 'paused' : `paused on ${reason}`;
  if (state === 'ended') return exitCode === undefined ? 'ended' : `exit code ${exitCode}`;
  return state;
}
