import type { Input } from '../sql-client.ts';

/** A database with the objects that attacks name, observed from a second connection. */
export interface AttackFixture {
  /** The connection to attack, without its name. */
  readonly definition: Input;
  /** Replaces `@DIR@` in attacks: a folder in which the engine may write. */
  readonly folder: string;
  /**
   * Everything an attack may change and that outlives its session: rows, definitions, settings, files, one per line.
   * Shows a new file once and removes it, so that the same attack can leave it again.
   */
  snapshot(): Promise<string>;
  /** Causes effects by kind, without the guard. The snapshot must show each of them. */
  readonly effects: Readonly<Record<string, () => Promise<unknown>>>;
  /** Runs a statement without the guard, in a read-only transaction of a new session. */
  runUnguarded(sql: string): Promise<UnguardedRun>;
  close(): Promise<void>;
}

export interface UnguardedRun {
  /** False for an error of the server. */
  readonly ran: boolean;
  /** What the statement did to its session, which ends with it: a lock, a variable, a wait. */
  readonly sessionEffect?: string | undefined;
}

/** Undefined where the engine is not available. */
export type OpenAttackFixture = () => Promise<AttackFixture | undefined>;

/** Lines of one snapshot that the other does not have. */
export function difference(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, now] = [before.split('\n'), after.split('\n')];
  const [known, found] = [new Set(old), new Set(now)];
  return [
    ...old.filter((line) => !found.has(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !known.has(line)).map((line) => `+ ${line}`),
  ];
}
