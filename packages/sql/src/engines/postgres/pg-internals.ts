import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { type Client, type ClientConfig, Connection } from 'pg';

/** The parts of pg that its types do not describe. The test of this file fails when another version lacks them. */
export const PG_VERSION = '8.23.1';

/** pg's Connection: sends the messages of the protocol. */
export interface Wire extends EventEmitter {
  readonly stream: Duplex;
  connect(port: number, host: string): void;
  connect(path: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  parse(message: { readonly text: string; readonly name: string }): void;
  bind(message: {
    readonly portal: string;
    readonly statement: string;
    readonly values: readonly (string | null)[];
  }): void;
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

/** What pg's Client calls on the active query. */
export interface QueryHandler {
  submit(wire: Wire): void;
  handleRowDescription(message: { readonly fields: readonly Field[] }): void;
  handleDataRow(message: { readonly fields: RawRow }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handlePortalSuspended(): void;
  handleEmptyQuery(): void;
  handleCopyInResponse(wire: Wire): void;
  handleCopyData(): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** Identifies a session in a cancel request. */
export interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** A connection that is not part of a client. */
export function openWire(ssl: ClientConfig['ssl']): Wire {
  return new Connection({ ssl }) as unknown as Wire;
}

export function wireOf(client: Client): Wire {
  return client.connection as unknown as Wire;
}

export function backendKeyOf(client: Client): BackendKey {
  const { processID, secretKey } = client as unknown as BackendKey;
  return { processID, secretKey };
}

export function submit(client: Client, handler: QueryHandler): void {
  client.query(handler as unknown as { submit(wire: unknown): void });
}
