import type { UpstreamDescription } from '@molehill/api';
import { formatClock } from '../format.ts';
import type { ServerState } from '../tool-list.ts';

interface StateWords {
  readonly label: string;
  readonly tone: 'calm' | 'plain' | 'warn' | 'danger';
  readonly meaning: string;
}

export const STATES: Readonly<Record<ServerState, StateWords>> = {
  waiting: {
    label: 'needs approval',
    tone: 'warn',
    meaning: 'It does not run until you have seen what it is and approved it.',
  },
  idle: { label: 'idle', tone: 'plain', meaning: 'It is not running; it starts when it is first used.' },
  starting: { label: 'starting', tone: 'plain', meaning: 'It was started and has not answered yet.' },
  ready: { label: 'ready', tone: 'calm', meaning: 'It runs and answers.' },
  'backing-off': {
    label: 'backing off',
    tone: 'danger',
    meaning: 'It failed and is left alone for a while.',
  },
  disabled: { label: 'disabled', tone: 'plain', meaning: 'It is switched off in its configuration file.' },
};

/** The state in words, with the time from which a failed server is tried again. */
export function meaningOf({ state, nextAttemptAt }: Told, now: Date): string {
  const { meaning } = STATES[state];
  if (nextAttemptAt === undefined) return meaning;
  return `${meaning} The next attempt is made when it is used after ${formatClock(nextAttemptAt, now)}.`;
}

type Told = Pick<UpstreamDescription, 'state' | 'nextAttemptAt'>;

/** Whether there is something that only a person can decide. */
export function needsPerson({ state, withheld }: Pick<UpstreamDescription, 'state' | 'withheld'>): boolean {
  return state === 'waiting' || withheld.length > 0;
}
