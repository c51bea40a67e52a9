import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** The parts of mysql2 that its types do not describe. */
export interface DriverConnection extends EventEmitter {
  readonly stream: Socket;
  readonly threadId: number;
  connect(callback: (error: Error | null, handshake?: { readonly serverVersion: string }) => void): void;
  query(sql: string): Command;
  query(sql: string, callback: (error: Error | null, result: unknown) => void): Command;
  prepare(sql: string, callback: (error: Error | null, statement: PreparedStatement) => void): unknown;
  reset(callback: (error: Error | null) => void): unknown;
  pause(): void;
  resume(): void;
  destroy(): void;
}

export interface PreparedStatement {
  readonly parameters: readonly unknown[];
  /** Empty for a statement without rows, and for some whose columns the server knows later. */
  readonly columns: readonly unknown[];
  execute(values: readonly unknown[]): Command;
}

/** Emits `fields`, then `result` for each row, and `error` or `end`. */
export type Command = EventEmitter;

/** A column as the protocol describes it. */
export interface Field {
  readonly name: string;
  readonly columnType: number;
  readonly columnLength: number;
  readonly characterSet: number;
  readonly flags: number;
  readonly decimals: number;
  /** MariaDB's extension: `uuid`, `inet6`, … */
  readonly extendedTypeName?: string;
  /** `json` for MariaDB's JSON, which is a text in the protocol. */
  readonly extendedFormat?: string;
}

/** The result of a statement without rows. */
export interface OkPacket {
  readonly affectedRows: number | string;
  readonly serverStatus: number;
}

export function query(connection: DriverConnection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
  });
}
