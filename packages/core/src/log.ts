import { closeSync, openSync, writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Redactor } from './redact.ts';
import { visibleJsonText } from './visible-text.ts';

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
  /** Default: standard error, because standard output carries the protocol. */
  readonly file?: string | undefined;
  readonly redactor: Redactor;
}

const STDERR = 2;

/** Redacts each line as text, so that no field can carry a secret. Standard error may be a terminal. */
export function createLog(options: LogOptions): Log {
  if (options.level === 'silent') return silentLog;
  const write = (line: string) => writeLine(options.file, visibleJsonText(options.redactor.suspected(line)));
  return pino(
    { level: options.level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    { write },
  );
}

/** Reopened for each line, because the file may be rotated. A failing log fails no call. */
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
    // There is nowhere left to report it.
  }
}
