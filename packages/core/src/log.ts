import { closeSync, openSync, writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Redactor } from './redact.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where to; standard error without it, because standard output belongs to the protocol. */
  readonly file?: string | undefined;
  readonly redactor: Redactor;
}

const STDERR = 2;

/** Every line passes the redactor as text, so no field can carry a secret past it. */
export function createLog(options: LogOptions): Log {
  if (options.level === 'silent') return silentLog;
  const write = (line: string) => writeLine(options.file, options.redactor.suspected(line));
  return pino(
    { level: options.level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    { write },
  );
}

/** Opened for each line: the file may be moved away meanwhile, and lines are few. A log that fails harms no call. */
function writeLine(file: string | undefined, line: string): void {
  try {
    if (!file) {
      writeSync(STDERR, line);
      return;
    }
    const handle = openSync(file, 'a', 0o600);
    try {
      writeSync(handle, line);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Nowhere is left to report this.
  }
}
