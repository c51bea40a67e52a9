import { randomBytes } from 'node:crypto';
import { equalSecrets } from './constant-time.ts';

interface Code {
  readonly secret: string;
  readonly expiresAt: number;
  isUsed: boolean;
}

interface PageSession {
  readonly secret: string;
  /** Names the session where its secret must not appear. */
  readonly id: string;
}

/** Why a code was not exchanged. */
export type CodeProblem = 'used' | 'expired' | 'unknown';

const CODE_VALID_MS = 60 * 60_000;
const MOST_CODES = 32;
const MOST_SESSIONS = 32;

/**
 * How a person's browser gets access: a code that is valid once and for minutes is exchanged for a session. Nothing is
 * stored, so codes and sessions end with the process.
 */
export class PageAccess {
  /** For the owner of this process: requests codes, and passes on what the person answered in a terminal. */
  readonly key = randomSecret(32);
  /** Oldest first. Used codes are kept, so that their second use is reported as such. */
  readonly #codes: Code[] = [];
  /** Least recently used first. */
  #sessions: PageSession[] = [];
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issueCode(): string {
    const secret = randomSecret(16);
    this.#codes.push({ secret, expiresAt: this.#now() + CODE_VALID_MS, isUsed: false });
    if (this.#codes.length > MOST_CODES) this.#codes.shift();
    return secret;
  }

  /** Answers the secret of a new session. */
  redeem(given: string): { readonly session: string } | { readonly problem: CodeProblem } {
    const code = this.#codes.find(({ secret }) => equalSecrets(given, secret));
    if (!code) return { problem: 'unknown' };
    if (code.isUsed) return { problem: 'used' };
    if (code.expiresAt <= this.#now()) return { problem: 'expired' };
    code.isUsed = true;
    const session = { secret: randomSecret(32), id: randomSecret(9) };
    this.#sessions = [...this.#sessions, session].slice(-MOST_SESSIONS);
    return { session: session.secret };
  }

  /** The id of the session with this secret. */
  sessionOf(given: string): string | undefined {
    const session = this.#sessions.find(({ secret }) => equalSecrets(given, secret));
    if (!session) return undefined;
    this.#sessions = [...this.#sessions.filter((other) => other !== session), session];
    return session.id;
  }

  isKey(given: string): boolean {
    return equalSecrets(given, this.key);
  }
}

function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
