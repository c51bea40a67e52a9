import type { Failure } from '../protocol.ts';

export class ChildFailure extends Error {
  readonly details: Omit<Failure, 'message'>;

  constructor(message: string, details: Omit<Failure, 'message'>) {
    super(message);
    this.details = details;
  }
}

const CANNOT_OPEN = 14;

/** SQLite's message does not name what was denied; the authorizer knows it. */
export function toFailure(error: unknown, denied: Failure['denied']): Failure {
  if (error instanceof ChildFailure) return { message: error.message, ...error.details };
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return { message, errcode: resultCode(error), ...(/authoriz|prohibited/.test(message) ? { denied } : {}) };
}

/** An error of the file system counts as SQLite's failure to open the file. */
function resultCode(error: Error): number | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  return 'syscall' in error ? CANNOT_OPEN : undefined;
}
