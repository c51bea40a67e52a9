import { isMolehillError, messageOf } from '@molehill/core/errors';
import type { Redactor } from '@molehill/core/redact';

export interface RecentError {
  readonly at: string;
  readonly tool: string;
  readonly code: string;
  readonly message: string;
}

const MOST = 20;
const LONGEST = 300;

/** The last failed calls of a server, for bug reports. */
export class RecentErrors {
  readonly #redactor: Redactor;
  readonly #errors: RecentError[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add(tool: string, error: unknown): void {
    const code = isMolehillError(error) ? error.code : 'E_INTERNAL';
    const message = this.#redactor.suspected(messageOf(error)).slice(0, LONGEST);
    this.#errors.unshift({ at: new Date().toISOString(), tool, code, message });
    this.#errors.splice(MOST);
  }

  /** Newest first. */
  list(): readonly RecentError[] {
    return [...this.#errors];
  }
}
