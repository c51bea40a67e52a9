import type { Caller } from './caller.ts';
import type { CallFeed, CallRecord } from './calls.ts';
import type { Effect } from './effects.ts';
import { fitToBytes } from './fit.ts';
import { createId } from './ids.ts';
import type { Progress } from './progress.ts';
import type { Redactor } from './redact.ts';
import { type Answer, hiddenBytes, type Meta } from './result.ts';
import { asksForInput } from './upstream.ts';

const LONGEST_ARGUMENTS = 2_000;
const MOST_KEYS = 50;
const LONGEST_KEY = 64;

export interface RecordOptions {
  readonly feed: CallFeed;
  readonly redactor: Redactor;
  readonly auditArguments: 'none' | 'keys' | 'full';
}

/** As much of the arguments as the audit may keep. */
function auditedArguments(input: unknown, { auditArguments, redactor }: RecordOptions): unknown {
  if (auditArguments === 'none' || typeof input !== 'object' || input === null) return undefined;
  if (auditArguments === 'keys')
    return Object.keys(input)
      .slice(0, MOST_KEYS)
      .map((key) => redactor.suspected(key.slice(0, LONGEST_KEY)));
  const fitted = fitToBytes(input, LONGEST_ARGUMENTS, redactor.suspected);
  const shown = redactor.suspectedValue(fitted.value);
  return fitted.cut ? `${JSON.stringify(shown).slice(0, LONGEST_ARGUMENTS)}…` : shown;
}

/** The text, and the content it names without showing it: images and embedded files. */
function outputBytes({ text, raw, parts }: Answer): number {
  const hidden = raw?.content ?? parts;
  return Buffer.byteLength(text) + hiddenBytes(hidden);
}

/** Zero for input that nests too deep to be serialised: it was rejected. */
export function jsonBytes(input: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(input) ?? '');
  } catch {
    return 0;
  }
}

export interface Subject {
  readonly server: string;
  readonly tool: string;
  readonly caller: Caller;
  readonly input: unknown;
}

/** Publishes the start and the end of one request. */
export class Recorder {
  readonly id = createId();
  /** Of this call, once it is known. */
  effect: Effect | undefined;
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  readonly #subject: Subject;
  readonly #options: RecordOptions;

  constructor(subject: Subject, options: RecordOptions) {
    this.#subject = subject;
    this.#options = options;
    const { server, tool, caller } = subject;
    const at = this.#startedAt.toISOString();
    options.feed.publish({ kind: 'started', id: this.id, at, server, tool, frontend: caller.frontend });
  }

  get meta(): Meta {
    return { requestId: this.id, timestamp: this.#startedAt.toISOString(), durationMs: this.#elapsed() };
  }

  progress(progress: Progress): void {
    this.#options.feed.publish({ kind: 'progress', id: this.id, ...progress });
  }

  finish(answer: Answer): void {
    const { envelope, raw } = answer;
    const sizes = { outputBytes: outputBytes(answer) };
    if (raw && asksForInput(raw)) this.record({ outcome: 'asked', ...sizes });
    else if (!envelope.ok) this.record({ outcome: 'error', code: envelope.error.code, ...sizes });
    else this.record({ outcome: 'ok', ...sizes, ...(envelope.meta.truncation ? { truncated: true } : {}) });
  }

  recordAwaitingInput(): void {
    this.record({ outcome: 'asked', outputBytes: 0 });
  }

  record(outcome: Pick<CallRecord, 'outcome' | 'outputBytes'> & Partial<CallRecord>): void {
    const { server, tool, caller, input } = this.#subject;
    const kept = auditedArguments(input, this.#options);
    const call: CallRecord = {
      id: this.id,
      at: this.#startedAt.toISOString(),
      server,
      tool,
      frontend: caller.frontend,
      ...(caller.client === undefined ? {} : { client: caller.client }),
      ...(this.effect === undefined ? {} : { effect: this.effect }),
      durationMs: this.#elapsed(),
      inputBytes: jsonBytes(input),
      ...outcome,
      ...(kept === undefined ? {} : { arguments: kept }),
    };
    this.#options.feed.publish({ kind: 'finished', call });
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#start) * 10) / 10;
  }
}
