import type { Failure } from '../protocol.ts';

type About = Omit<Failure, 'message'>;

/** A failure with more to it than its message. */
export class ChildFailure extends Error {
  readonly about: About;

  constructor(message: string, about: About = {}) {
    super(message);
    this.about = about;
  }
}

const REFUSED = /authoriz|prohibited/;

/** SQLite says only that something was not authorized; the authorizer knows what. */
export function toFailure(error: unknown, denied: Failure['denied']): Failure {
  if (error instanceof ChildFailure) return { message: error.message, ...error.about };
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    message: error.message,
    errcode: resultCode(error),
    ...(REFUSED.test(error.message) ? { denied } : {}),
  };
}

const CANNOT_OPEN = 14;

/** SQLite's own, or what it would say where the file system refused us. */
function resultCode(error: Error): number | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  return 'syscall' in error ? CANNOT_OPEN : undefined;
}
