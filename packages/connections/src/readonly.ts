import { coreErrors } from '@molehill/core/errors';
import type { ConnectionBase } from './shape.ts';

/** What a guard says of a statement or request: it certainly reads, or the rule that could not be sure of it. */
type Verdict =
  | { readonly reads: true }
  | { readonly reads: false; readonly rule: string; readonly reason: string };

/** The promise of a read-only connection: nothing is sent over it that is not known to read. */
export function assertReads(
  { name, readonly }: Pick<ConnectionBase, 'name' | 'readonly'>,
  verdict: Verdict,
  options: { readonly hint?: string } = {},
): void {
  if (!readonly || verdict.reads) return;
  const { rule, reason } = verdict;
  const message = `Connection "${name}" is read-only: ${reason} (rule ${rule}).`;
  throw coreErrors.fail('E_READONLY', message, { ...options, details: { rule } });
}
