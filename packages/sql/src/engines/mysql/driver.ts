import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** The parts of the driver that are used here, as they behave; its own types say less. */
export interface DriverConnection extends EventEmitter {
  readonly stream: Socket;
  readonly threadId: number;
  connect(callback: (error: Error | null, handshake?: Handshake) => void): void;
  query(sql: string): Command;
  query(sql: string, callback: (error: Error | null, result: unknown) => void): Command;
  prepare(sql: string, callback: (error: Error | null, statement: PreparedStatement) => void): unknown;
  reset(callback: (error: Error | null) => void): unknown;
  pause(): void;
  resume(): void;
  destroy(): void;
}

export interface Handshake {
  readonly serverVersion: string;
}

export interface PreparedStatement {
  readonly parameters: readonly unknown[];
  execute(values: readonly unknown[]): Command;
}

/** A running command. It emits `fields`, then `result` for each row, and `error` or `end`. */
export type Command = EventEmitter;

/** A column as the protocol describes it. */
export interface Field {
  readonly name: string;
  readonly columnType: number;
  readonly columnLength: number;
  readonly characterSet: number;
  readonly flags: number;
  readonly decimals: number;
  /** What MariaDB says beyond that: `uuid`, `inet6`, … */
  readonly extendedTypeName?: string;
  /** `json` for MariaDB's JSON, which is a text otherwise. */
  readonly extendedFormat?: string;
}

/** What a statement without rows answers. */
export interface OkPacket {
  readonly affectedRows: number | string;
  readonly serverStatus: number;
}

/** Runs a statement of our own to its end. */
export function ask(connection: DriverConnection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
  });
}
