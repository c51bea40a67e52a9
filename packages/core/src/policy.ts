import { type Caller, isInWorkspace } from './caller.ts';
import type { CallEffects, Effect, EffectTarget } from './effects.ts';
import { coreErrors } from './errors.ts';

const SEVERITY: readonly Effect[] = ['reads', 'writes', 'destroys'];

/** Throws for a tool whose declaration, and so its annotations, promise less than a call does. */
export function assertDeclared(tool: string, worst: Effect, { effect }: CallEffects): void {
  if (SEVERITY.indexOf(effect) <= SEVERITY.indexOf(worst)) return;
  throw new Error(`${tool} declares that it ${worst} at worst, and this call ${effect}`);
}

export interface PolicyQuestion {
  readonly message: string;
  /** For a caller whose person cannot be asked. */
  readonly hint?: string | undefined;
}

/** The one decision about what a call may do, for every tool and frontend: refuses, names the question to ask, or lets it pass. */
export function applyPolicy(call: CallEffects, caller: Caller): PolicyQuestion | undefined {
  const { effect, target, summary, ask = false } = call;
  if (effect === 'reads' && !ask) return undefined;
  if (effect !== 'reads' && target?.readonly) throw readonlyTarget(target);
  if (target?.confirm === 'never') return undefined;
  const isElsewhere = target?.folder !== undefined && !isInWorkspace(caller, target.folder);
  const mustAsk = ask || effect === 'destroys' || isElsewhere;
  if (!mustAsk) return undefined;
  const message = [
    summary ?? 'Run this tool?',
    isElsewhere && `This changes another project: ${target?.folder}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return { message, hint: target?.confirmHint };
}

function readonlyTarget({ name, reason, rule }: EffectTarget) {
  const because = reason === undefined ? '' : `: ${reason}${rule === undefined ? '' : ` (rule ${rule})`}`;
  return coreErrors.fail('E_READONLY', `${capitalise(name)} is read-only${because}.`, {
    ...(rule === undefined ? {} : { details: { rule } }),
  });
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
