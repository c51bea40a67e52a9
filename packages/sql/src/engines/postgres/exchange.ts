import type { Field, QueryHandler, RawRow, Wire } from './pg-internals.ts';

interface StatementStep {
  readonly kind: 'statement';
  readonly sql: string;
  readonly values: readonly (string | null)[];
  readonly portal: string;
  readonly rows: number;
  /** Prepares the statement under this name, or runs the one that was prepared under it. */
  readonly prepared?: { readonly name: string; readonly isNew: boolean };
}

/** A request of an exchange. `rows` limits the rows of the result; 0 means all. */
export type Step =
  | StatementStep
  | { readonly kind: 'fetch'; readonly portal: string; readonly rows: number }
  | { readonly kind: 'parameters'; readonly sql: string };

export interface StepResult {
  fields: readonly Field[];
  readonly rows: RawRow[];
  /** The command tag, such as `UPDATE 3`; undefined while there are more rows. */
  tag: string | undefined;
  /** The types of the parameters, for a step of that kind. */
  parameters: readonly number[];
}

export function statement(sql: string, values: readonly (string | null)[] = []): StatementStep {
  return { kind: 'statement', sql, values, portal: '', rows: 0 };
}

export function emptyResult(tag?: string): StepResult {
  return { fields: [], rows: [], tag, parameters: [] };
}

/** One snapshot for all pages of a cursor. */
export const BEGIN_READ_ONLY = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

const COPY_REFUSED = 'COPY from or to the client is not available here';

/**
 * Pipelines steps over the extended protocol, in one round trip. After a step that fails the server skips the rest.
 * Settles when the server is ready for the next query, not before.
 */
export class Exchange implements QueryHandler {
  readonly finished: Promise<readonly StepResult[]>;
  readonly #steps: readonly Step[];
  readonly #results: StepResult[];
  readonly #cancel: () => void;
  #wire: Wire | undefined;
  #current = 0;
  #resolve: (results: readonly StepResult[]) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #refused: Error | undefined;

  constructor(steps: readonly Step[], cancel: () => void) {
    this.#steps = steps;
    this.#cancel = cancel;
    this.#results = steps.map(() => emptyResult());
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(wire: Wire): void {
    this.#wire = wire;
    wire.on('parameterDescription', this.#onParameters);
    wire.stream.cork();
    for (const step of this.#steps) send(wire, step);
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(message: { readonly fields: readonly Field[] }): void {
    const result = this.#results[this.#current];
    if (result) result.fields = message.fields;
    if (this.#steps[this.#current]?.kind === 'parameters') this.#current += 1;
  }

  handleDataRow(message: { readonly fields: RawRow }): void {
    this.#results[this.#current]?.rows.push(message.fields);
  }

  handleCommandComplete(message: { readonly text: string }): void {
    const result = this.#results[this.#current];
    if (result) result.tag = message.text;
    this.#current += 1;
  }

  handlePortalSuspended(): void {
    this.#current += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** While the server waits for data to copy, it ignores the Sync message, so it needs another one. */
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail(COPY_REFUSED);
    wire.sync();
  }

  handleCopyData(): void {
    if (this.#refused) return;
    this.#refused = Object.assign(new Error(COPY_REFUSED), { code: '0A000', severity: 'ERROR' });
    this.#cancel();
  }

  handleError(error: Error): void {
    const fail = () => this.#settle(() => this.#reject(this.#refused ?? error));
    const wire = this.#wire;
    if (wire && !wire.stream.destroyed && isFromServer(error)) onceReady(wire, fail);
    else fail();
  }

  handleReadyForQuery(): void {
    this.#settle(() => (this.#refused ? this.#reject(this.#refused) : this.#resolve(this.#results)));
  }

  readonly #onParameters = (message: { readonly dataTypeIDs: readonly number[] }): void => {
    const result = this.#results[this.#current];
    if (result) result.parameters = message.dataTypeIDs;
  };

  #settle(outcome: () => void): void {
    this.#wire?.off('parameterDescription', this.#onParameters);
    outcome();
  }
}

function send(wire: Wire, step: Step): void {
  if (step.kind === 'fetch') wire.execute(step);
  else if (step.kind === 'parameters') {
    wire.parse({ text: step.sql, name: '' });
    wire.describe({ type: 'S', name: '' });
  } else sendStatement(wire, step);
}

function sendStatement(wire: Wire, step: StatementStep): void {
  const { portal, values, prepared: { name, isNew } = { name: '', isNew: true } } = step;
  if (isNew) wire.parse({ text: step.sql, name });
  wire.bind({ portal, values, statement: name });
  wire.describe({ type: 'P', name: portal });
  wire.execute(step);
}

/** When the server is ready for the next exchange, or the connection is closed. */
function onceReady(wire: Wire, then: () => void): void {
  const ready = () => {
    wire.off('readyForQuery', ready);
    wire.off('end', ready);
    then();
  };
  wire.on('readyForQuery', ready);
  wire.on('end', ready);
}

/** After an error that the server sent, the connection is usable; after any other it is lost. */
export function isFromServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity !== undefined;
}
