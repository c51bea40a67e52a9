import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

/** The part of the driver's connection that messages are sent over. */
export interface Wire extends EventEmitter {
  readonly stream: Duplex;
  parse(message: { readonly text: string }): void;
  bind(message: { readonly portal: string; readonly values: readonly (string | null)[] }): void;
  describe(message: { readonly type: 'P' | 'S'; readonly name: string }): void;
  execute(message: { readonly portal: string; readonly rows: number }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

export type RawRow = readonly (string | null)[];

/** One thing asked of the server. `rows` is how many at most; 0 means all. */
export type Step =
  | {
      readonly kind: 'statement';
      readonly sql: string;
      readonly values: readonly (string | null)[];
      readonly portal: string;
      readonly rows: number;
    }
  /** One that answers with its tag alone. */
  | { readonly kind: 'command'; readonly sql: string }
  | { readonly kind: 'more'; readonly portal: string; readonly rows: number }
  | { readonly kind: 'parameters'; readonly sql: string };

export interface StepResult {
  fields: readonly Field[];
  readonly rows: RawRow[];
  /** What the server says when a statement is through, such as `UPDATE 3`. */
  tag: string | undefined;
  /** The types of the parameters, where they were asked for. */
  parameters: readonly number[];
}

export function statement(sql: string, values: readonly (string | null)[] = []): Step {
  return { kind: 'statement', sql, values, portal: '', rows: 0 };
}

export function command(sql: string): Step {
  return { kind: 'command', sql };
}

const COPY_REFUSED = 'COPY from or to the client is not available here';

/**
 * Steps that are sent in one go over the extended protocol and answered in one go: one round trip however many they are.
 * After a step that fails the server skips the rest. It is over when the server is ready for the next, not before.
 */
export class Exchange {
  readonly finished: Promise<readonly StepResult[]>;
  readonly #steps: readonly Step[];
  readonly #results: StepResult[];
  #wire: Wire | undefined;
  #current = 0;
  #succeed: (results: readonly StepResult[]) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #refused: Error | undefined;
  readonly #interrupt: () => void;

  constructor(steps: readonly Step[], interrupt: () => void) {
    this.#steps = steps;
    this.#interrupt = interrupt;
    this.#results = steps.map(() => ({ fields: [], rows: [], tag: undefined, parameters: [] }));
    this.finished = new Promise((resolve, reject) => {
      this.#succeed = resolve;
      this.#fail = reject;
    });
  }

  /** Called by the driver when it is this one's turn, as are all that follow. */
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

  /** The server skips the end of the exchange while it waits for data to copy, so it is told once more. */
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail(COPY_REFUSED);
    wire.sync();
  }

  handleCopyData(): void {
    if (this.#refused) return;
    this.#refused = Object.assign(new Error(COPY_REFUSED), { code: '0A000', severity: 'ERROR' });
    this.#interrupt();
  }

  handleError(error: Error): void {
    const fail = () => this.#settle(() => this.#fail(this.#refused ?? error));
    const wire = this.#wire;
    if (wire && !wire.stream.destroyed && isFromServer(error)) onceOver(wire, fail);
    else fail();
  }

  handleReadyForQuery(): void {
    this.#settle(() => (this.#refused ? this.#fail(this.#refused) : this.#succeed(this.#results)));
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
  if (step.kind !== 'more') wire.parse({ text: step.sql });
  if (step.kind === 'parameters') wire.describe({ type: 'S', name: '' });
  else if (step.kind === 'more') wire.execute(step);
  else if (step.kind === 'command') {
    wire.bind({ portal: '', values: [] });
    wire.execute({ portal: '', rows: 0 });
  } else {
    wire.bind(step);
    wire.describe({ type: 'P', name: step.portal });
    wire.execute(step);
  }
}

/** When the server is ready for the next exchange, or gone. */
function onceOver(wire: Wire, then: () => void): void {
  const over = () => {
    wire.off('readyForQuery', over);
    wire.off('end', over);
    then();
  };
  wire.on('readyForQuery', over);
  wire.on('end', over);
}

/** An error the server sent, after which it goes on; any other means that the connection is gone. */
export function isFromServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity !== undefined;
}
