import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import type { CallRecord } from './calls.ts';
import { messageOf } from './errors.ts';
import type { Log } from './log.ts';

const ROTATE_AT = 8 * 1024 * 1024;
const CHUNK = 64 * 1024;
const STALE_LOCK_MS = 10_000;
const NEWLINE = 10;

/** Finished calls on disk, newest last, shared by all processes of a state directory. */
export interface Audit {
  append(record: CallRecord): void;
  /** Set while records cannot be written. */
  failure(): AuditFailure | undefined;
  /** After a failure, tries to write again; returns the failure if that is not possible. */
  check(): AuditFailure | undefined;
  /** Lazily, newest first. */
  newestFirst(): AsyncIterable<CallRecord>;
  close(): void;
}

export interface AuditFailure {
  readonly since: string;
  readonly reason: string;
  /** Finished calls without a record. */
  readonly missing: number;
}

export interface AuditOptions {
  readonly path: string;
  readonly log: Log;
  readonly rotateAt?: number;
}

/**
 * A record is one line written by one system call to a file opened for appending: several processes interleave
 * whole lines, and acknowledged records survive a kill. A failing disk is logged once; what follows from it for a call is
 * decided by the dispatcher.
 */
export function openAudit(options: AuditOptions): Audit {
  const rotateAt = options.rotateAt ?? ROTATE_AT;
  const { path, log } = options;
  let descriptor: number | undefined;
  let failure: AuditFailure | undefined;

  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const reopen = () => {
    close();
    descriptor = openSync(path, 'a+', 0o600);
    endTornLine(descriptor);
    return descriptor;
  };
  const current = () => {
    const file = descriptor ?? reopen();
    if (fstatSync(file).size < rotateAt) return file;
    rotate(path, rotateAt);
    return reopen();
  };
  const write = (line: string, records: number) => {
    try {
      writeWhole(current(), line);
      if (failure) log.warn({ path, missing: failure.missing }, 'the audit can be written again');
      failure = undefined;
    } catch (error) {
      close();
      if (!failure) log.warn({ err: error, path }, 'the audit cannot be written');
      const { since = new Date().toISOString(), missing = 0 } = failure ?? {};
      failure = { since, reason: messageOf(error), missing: missing + records };
    }
  };

  return {
    append: (record) => write(`${JSON.stringify(record)}\n`, 1),
    failure: () => failure,
    check() {
      // Readers skip the empty line.
      if (failure) write('\n', 0);
      return failure;
    },
    async *newestFirst() {
      const seen = new Set<number>();
      for (const file of [path, previousOf(path)]) {
        for await (const line of linesBackward(file, seen)) {
          const record = parseRecord(line);
          if (record) yield record;
        }
      }
    },
    close,
  };
}

function writeWhole(file: number, line: string): void {
  const bytes = Buffer.from(line);
  if (writeSync(file, bytes) < bytes.length) throw new Error('only a part of the record was written');
}

/** Ends a line that a full disk or a crash left incomplete, so that the next record starts on its own line. */
function endTornLine(file: number): void {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE) writeSync(file, '\n');
}

function previousOf(path: string): string {
  return path.replace(/(\.[^./\\]+)?$/, '.1$1');
}

/** One process rotates under the lock; the others keep appending and check again at their next record. */
function rotate(path: string, rotateAt: number): void {
  const lock = `${path}.lock`;
  if (!takeLock(lock)) return;
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= rotateAt) renameSync(path, previousOf(path));
  } catch {
    // Growing past the limit is better than losing a record.
  } finally {
    removeLock(lock);
  }
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) removeLock(lock);
    return false;
  }
}

function removeLock(lock: string): void {
  rmSync(lock, { recursive: true, force: true });
}

/** Skips a line that a full disk or a kill left incomplete. */
function parseRecord(line: string): CallRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const complete =
      typeof value === 'object' && value !== null && 'id' in value && 'tool' in value && 'outcome' in value;
    return complete ? (value as CallRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** A file that is rotated while it is read appears again under its second name; `seen` avoids reading it twice. */
async function* linesBackward(path: string, seen: Set<number>): AsyncGenerator<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return;
  try {
    const found = await file.stat();
    if (!found.isFile() || seen.has(found.ino)) return;
    seen.add(found.ino);
    let position = found.size;
    let rest = Buffer.alloc(0);
    while (position > 0) {
      const size = Math.min(CHUNK, position);
      position -= size;
      const chunk = Buffer.alloc(size);
      await file.read(chunk, 0, size, position);
      const lines = splitLines(Buffer.concat([chunk, rest]));
      rest = lines.shift() ?? Buffer.alloc(0);
      for (const line of lines.reverse()) if (line.length > 0) yield line.toString();
    }
    if (rest.length > 0) yield rest.toString();
  } finally {
    await file.close();
  }
}

/** Splits bytes, because a chunk may begin inside a multi-byte character. */
function splitLines(buffer: Buffer): Buffer<ArrayBuffer>[] {
  const lines: Buffer<ArrayBuffer>[] = [];
  let start = 0;
  for (let end = buffer.indexOf(NEWLINE); end !== -1; end = buffer.indexOf(NEWLINE, start)) {
    lines.push(Buffer.from(buffer.subarray(start, end)));
    start = end + 1;
  }
  lines.push(Buffer.from(buffer.subarray(start)));
  return lines;
}
