import type { Client } from 'pg';
import type { CancelTarget } from './cancel.ts';
import { BEGIN_READ_ONLY, emptyResult, type Step, type StepResult, statement } from './exchange.ts';
import { Session } from './session.ts';

/** Few queries of our own are run, but nothing else bounds the memory they take in the server. */
const MOST_PREPARED = 20;
const NO_JIT = 'SET LOCAL jit = off';

/** Runs our own queries only, so it need not be reset, and keeps them prepared: planning one takes longer than running it. */
export class CatalogueSession extends Session {
  readonly #names = new Map<string, string>();
  /** The transaction is READ ONLY by default. */
  readonly #hasSettings: boolean;
  #keepsStatements: boolean;
  #isClean = true;

  constructor(client: Client, cancelTarget: CancelTarget, hasSettings: boolean) {
    super(client, cancelTarget, []);
    this.#hasSettings = hasSettings;
    this.#keepsStatements = hasSettings;
  }

  async read(sql: string, values: readonly (string | null)[], signal: AbortSignal): Promise<StepResult> {
    try {
      const query = this.#keepsStatements ? this.#prepared(sql, values) : statement(sql, values);
      return await this.#read(query, signal);
    } catch (error) {
      if (!this.#keepsStatements || !isUnprepared(error)) throw error;
      this.#keepsStatements = false;
      return this.#read(statement(sql, values), signal);
    }
  }

  async #read(query: Step, signal: AbortSignal): Promise<StepResult> {
    const before = this.#hasSettings ? [] : [statement(BEGIN_READ_ONLY), statement(NO_JIT)];
    const after = this.#hasSettings ? [] : [statement('ROLLBACK')];
    this.#isClean = false;
    const results = await this.retriable([...before, query, ...after], signal);
    this.#isClean = true;
    return results[before.length] ?? emptyResult('');
  }

  /** After a failure it is not known which statements are prepared. */
  override async reset(): Promise<void> {
    if (this.#isClean) return;
    this.#names.clear();
    await super.reset();
    this.#isClean = true;
  }

  #prepared(sql: string, values: readonly (string | null)[]): Step {
    const known = this.#names.get(sql);
    if (known === undefined && this.#names.size >= MOST_PREPARED) return statement(sql, values);
    const name = known ?? `molehill_${this.#names.size}`;
    this.#names.set(sql, name);
    return { ...statement(sql, values), prepared: { name, isNew: known === undefined } };
  }
}

/** A pooler gives each transaction another connection, where the statement is missing or its name is taken. */
function isUnprepared(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '26000' || error.code === '42P05');
}
