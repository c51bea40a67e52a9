/** A request that is known to read, or the rule that refused it. */
export type Verdict = { readonly reads: true } | Refusal;

export interface Refusal {
  readonly reads: false;
  /** For programs. */
  readonly rule: string;
  /** For people. */
  readonly reason: string;
}

export const READS: Verdict = { reads: true };

export function refuse(rule: string, reason: string): Refusal {
  return { reads: false, rule, reason };
}
