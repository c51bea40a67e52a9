import type { UpstreamDescription } from '@molehill/api';
import { formatClock } from '../format.ts';
import type { ServerState } from '../tool-list.ts';

interface StateLabel {
  readonly label: string;
  readonly tone: 'calm' | 'plain' | 'warn' | 'danger';
  readonly meaning: string;
}

export const STATES: Readonly<Record<ServerState, StateLabel>> = {
  waiting: {
    label: 'needs approval',
    tone: 'warn',
    meaning: 'It does not run until you have reviewed and approved it.',
  },
  idle: { label: 'idle', tone: 'plain', meaning: 'It starts on first use.' },
  starting: {
    label: 'starting',
    tone: 'plain',
    meaning: 'It has been started; the handshake is not complete.',
  },
  ready: { label: 'ready', tone: 'calm', meaning: 'It is running.' },
  'backing-off': {
    label: 'backing off',
    tone: 'danger',
    meaning: 'It failed. It is retried after a delay.',
  },
  disabled: { label: 'disabled', tone: 'plain', meaning: 'It is disabled in its configuration file.' },
};

/** The state in words, with the time of the next attempt after a failure. */
export function meaningOf(
  { state, nextAttemptAt }: Pick<UpstreamDescription, 'state' | 'nextAttemptAt'>,
  now: Date,
): string {
  const { meaning } = STATES[state];
  if (nextAttemptAt === undefined) return meaning;
  return `${meaning} It is retried on the first use after ${formatClock(nextAttemptAt, now)}.`;
}

/** Whether a person must approve something. */
export function needsReview({ state, withheld }: Pick<UpstreamDescription, 'state' | 'withheld'>): boolean {
  return state === 'waiting' || withheld.length > 0;
}
