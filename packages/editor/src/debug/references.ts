import { coreErrors } from '@molehill/core/errors';
import type { DebugSession } from './session.ts';

const FORM = /^(\d+)\.(\d+)$/;

/** The reference that an agent gets for a frame or variable: valid until the program resumes. */
export function reference(stopSeq: number, adapterNumber: number): string {
  return `${stopSeq}.${adapterNumber}`;
}

/** The adapter's number. E_INVALID_PARAMS for another form, E_STALE_REFERENCE after the program resumed. */
export function resolveReference(session: DebugSession, given: string, parameter: string): number {
  const [, seq, number] = FORM.exec(given) ?? [];
  if (seq === undefined || number === undefined)
    throw coreErrors.fail(
      'E_INVALID_PARAMS',
      `${parameter}: "${given.slice(0, 40)}" is not a reference of the form "3.1001".`,
      { hint: `Pass {param:${parameter}} as {tool:stack_get} or {tool:variable_list} returned it.` },
    );
  if (session.stop?.seq === Number(seq)) return Number(number);
  throw coreErrors.fail(
    'E_STALE_REFERENCE',
    `The reference "${given}" is from stop ${seq} of ${session.id}; the program has run since then.`,
    { hint: 'Get a new one from {tool:stack_get} or {tool:variable_list}.' },
  );
}
