import type { ToolDescription } from '@molehill/api';

interface Badge {
  readonly tone: 'calm' | 'warn' | 'danger' | 'plain';
  readonly label: string;
  readonly meaning: string;
}

export const EFFECTS: Readonly<Record<ToolDescription['effects']['worst'], Badge>> = {
  reads: { tone: 'calm', label: 'reads', meaning: 'It changes nothing.' },
  writes: { tone: 'warn', label: 'writes', meaning: 'It may add or change data.' },
  destroys: { tone: 'danger', label: 'destroys', meaning: 'It may delete or overwrite data.' },
};
const IDEMPOTENT: Badge = {
  tone: 'plain',
  label: 'idempotent',
  meaning: 'The same call twice has the effect of one.',
};
const OPEN_WORLD: Badge = {
  tone: 'plain',
  label: 'open world',
  meaning: 'It reaches systems beyond this machine and project.',
};

/** The effect comes first. */
export function badgesOf({ worst, idempotent, openWorld }: ToolDescription['effects']): readonly Badge[] {
  return [
    EFFECTS[worst],
    ...(idempotent && worst !== 'reads' ? [IDEMPOTENT] : []),
    ...(openWorld ? [OPEN_WORLD] : []),
  ];
}
