import type { ToolDescription } from '@molehill/api';

export interface Badge {
  readonly tone: 'calm' | 'warn' | 'danger' | 'plain';
  readonly label: string;
  readonly meaning: string;
}

/** The one thing to know before calling comes first. */
export function badgesOf(effects: ToolDescription['effects']): readonly Badge[] {
  return [
    effectOf(effects),
    ...(effects.idempotent && effects.worst !== 'reads'
      ? [
          {
            tone: 'plain',
            label: 'repeatable',
            meaning: 'Calling it twice does no more than calling it once',
          } as const,
        ]
      : []),
    ...(effects.openWorld
      ? [
          {
            tone: 'plain',
            label: 'reaches outside',
            meaning: 'It talks to systems beyond this project',
          } as const,
        ]
      : []),
  ];
}

export function effectOf(effects: ToolDescription['effects']): Badge {
  if (effects.worst === 'reads') return { tone: 'calm', label: 'read-only', meaning: 'It changes nothing' };
  if (effects.worst === 'destroys')
    return { tone: 'danger', label: 'destructive', meaning: 'It may overwrite or delete' };
  return { tone: 'warn', label: 'changes things', meaning: 'It changes something, without deleting' };
}
