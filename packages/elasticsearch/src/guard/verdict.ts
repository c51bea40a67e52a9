/** A request that certainly reads, or the rule that could not be sure of it. */
export type Verdict = { readonly reads: true } | Refusal;

export interface Refusal {
  readonly reads: false;
  /** Names the rule, for programs. */
  readonly rule: string;
  /** Says it in words. */
  readonly reason: string;
}

export const READS: Verdict = { reads: true };

export function refuse(rule: string, reason: string): Refusal {
  return { reads: false, rule, reason };
}
