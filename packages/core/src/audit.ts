import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import type { CallRecord } from './calls.ts';
import type { Log } from './log.ts';

const ROTATE_AT = 8 * 1024 * 1024;
const CHUNK = 64 * 1024;
const STALE_LOCK_MS = 10_000;

/** Finished calls on disk, shared by all processes of one state directory, newest last. */
export interface Audit {
  append(record: CallRecord): void;
  /** From the newest to the oldest; stop iterating and reading stops. */
  newestFirst(): AsyncIterable<CallRecord>;
  close(): void;
}

export interface AuditOptions {
  readonly path: string;
  readonly log: Log;
  readonly rotateAt?: number;
}

/**
 * A record is one line written by one system call to a file opened for appending: several processes interleave
 * whole lines, and what was acknowledged survives a kill. A disk that refuses is reported once and harms no call.
 */
export function openAudit(options: AuditOptions): Audit {
  const rotateAt = options.rotateAt ?? ROTATE_AT;
  let descriptor: number | undefined;
  let reported = false;

  const reopen = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = openSync(options.path, 'a', 0o600);
    return descriptor;
  };
  const current = () => {
    const file = descriptor ?? reopen();
    if (fstatSync(file).size < rotateAt) return file;
    rotate(options.path, rotateAt);
    return reopen();
  };

  return {
    append(record) {
      try {
        writeSync(current(), `${JSON.stringify(record)}\n`);
      } catch (error) {
        if (!reported) options.log.warn({ err: error, path: options.path }, 'the audit cannot be written');
        reported = true;
      }
    },
    async *newestFirst() {
      for (const path of [options.path, previousOf(options.path)]) {
        for await (const line of linesBackward(path)) {
          const record = parseRecord(line);
          if (record) yield record;
        }
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

function previousOf(path: string): string {
  return path.replace(/(\.[^./\\]+)?$/, '.1$1');
}

/** One process rotates; the others find the lock, go on with the file they have and look again at their next record. */
function rotate(path: string, rotateAt: number): void {
  const lock = `${path}.lock`;
  if (!takeLock(lock)) return;
  try {
    if (existsSync(path) && statSync(path).size >= rotateAt) renameSync(path, previousOf(path));
  } finally {
    rmdirSync(lock);
  }
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) rmdirSync(lock);
    return false;
  }
}

/** A line torn by a full disk or a kill is no record; the lines around it are. */
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

async function* linesBackward(path: string): AsyncGenerator<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return;
  try {
    let position = (await file.stat()).size;
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

/** Split on bytes, not characters: a chunk may begin in the middle of one. */
function splitLines(buffer: Buffer): Buffer<ArrayBuffer>[] {
  const lines: Buffer<ArrayBuffer>[] = [];
  let start = 0;
  for (let end = buffer.indexOf(10); end !== -1; end = buffer.indexOf(10, start)) {
    lines.push(Buffer.from(buffer.subarray(start, end)));
    start = end + 1;
  }
  lines.push(Buffer.from(buffer.subarray(start)));
  return lines;
}
