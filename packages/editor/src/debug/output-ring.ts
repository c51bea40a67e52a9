import type { DebugProtocol } from '@vscode/debugprotocol';
import { maskText } from './mask.ts';

export type OutputCategory = 'stdout' | 'stderr' | 'console';

/** One line of output; a longer line than the limit takes several entries. */
export interface OutputEntry {
  readonly seq: number;
  /** Milliseconds since the session started. */
  readonly t: number;
  readonly category: OutputCategory;
  /** Without the line break, terminal colours and secrets. */
  readonly text: string;
  /** The absolute path of the file that printed it, where the adapter names it. */
  readonly source?: string;
  readonly line?: number;
}

interface Slot {
  readonly seq: number;
  readonly t: number;
  readonly category: OutputCategory;
  readonly source?: string;
  readonly line?: number;
  /** As printed, until the line is complete and was read. */
  text: string;
  isComplete: boolean;
  isClean: boolean;
  /** A line of a printed private key, whose lines look harmless one by one. */
  readonly isKey: boolean;
}

export interface OutputRingOptions {
  readonly startedAt?: number;
  readonly entries?: number;
  readonly entryBytes?: number;
}

const MOST_ENTRIES = 5_000;
const MOST_BYTES = 8 * 1024;
/** A piece of a larger text keeps the whole text in memory, so it is copied. */
const COPIED_FROM = 16 * 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences start with the escape character.
const TERMINAL_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;
const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY-----/;
const KEY_PLACEHOLDER = '[masked: private key]';

/** The last lines that a program and its adapter printed, in bounded memory however much they print. */
export class OutputRing {
  readonly #slots: (Slot | undefined)[] = [];
  readonly #entries: number;
  readonly #entryBytes: number;
  readonly #startedAt: number;
  /** The last line of each category while its line break is still to come. */
  readonly #open = new Map<OutputCategory, Slot>();
  readonly #inKey = new Set<OutputCategory>();
  readonly #counts: Record<OutputCategory, number> = { stdout: 0, stderr: 0, console: 0 };
  #next = 1;
  #bytes = 0;

  constructor({
    startedAt = Date.now(),
    entries = MOST_ENTRIES,
    entryBytes = MOST_BYTES,
  }: OutputRingOptions = {}) {
    this.#startedAt = startedAt;
    this.#entries = entries;
    this.#entryBytes = entryBytes;
  }

  /** The number of the newest entry; 0 where nothing was printed. */
  get lastSeq(): number {
    return this.#next - 1;
  }

  /** How many of the oldest entries are no longer kept. */
  get dropped(): number {
    return Math.max(0, this.lastSeq - this.#entries);
  }

  /** Bytes printed, also those no longer kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Lines printed, also those no longer kept. */
  get counts(): Readonly<Record<OutputCategory, number>> {
    return this.#counts;
  }

  /** Adapters send pieces of lines as well as many lines at once. */
  add(body: DebugProtocol.OutputEvent['body'], at = Date.now()): void {
    const category = categoryOf(body.category);
    if (category === undefined || body.output === '') return;
    this.#bytes += Buffer.byteLength(body.output);
    const lines = body.output.split(/\r?\n/);
    lines.forEach((text, index) => {
      const isLast = index === lines.length - 1;
      if (isLast && text === '') return;
      this.#addLine(
        { category, text: copied(text, body.output), ...placeOf(body), t: at - this.#startedAt },
        !isLast,
      );
    });
  }

  /** Kept entries with at least this number, oldest first. */
  *since(seq = 0): Generator<OutputEntry> {
    for (let at = Math.max(seq, this.dropped + 1); at <= this.lastSeq; at += 1) {
      const slot = this.#at(at);
      if (slot) yield clean(slot);
    }
  }

  /** Where to read on. An entry whose line may still grow is read again. */
  get nextSeq(): number {
    const last = this.#at(this.lastSeq);
    return last && !last.isComplete ? last.seq : this.#next;
  }

  /** The texts of the newest entries. */
  tail(count: number): string[] {
    const texts: string[] = [];
    for (let at = this.lastSeq; at > this.dropped && texts.length < count; at -= 1) {
      const slot = this.#at(at);
      if (slot) texts.unshift(clean(slot).text);
    }
    return texts;
  }

  #at(seq: number): Slot | undefined {
    const slot = this.#slots[seq % this.#entries];
    return slot?.seq === seq ? slot : undefined;
  }

  #addLine(line: Omit<Slot, 'seq' | 'isComplete' | 'isClean' | 'isKey'>, isComplete: boolean): void {
    const open = this.#takeOpen(line.category);
    const pieces = split((open?.text ?? '') + line.text, this.#entryBytes);
    const rest = pieces.pop() ?? '';
    for (const text of pieces) this.#push({ ...line, text }, open, true);
    const slot = this.#push({ ...line, text: rest }, open, isComplete);
    if (!isComplete) this.#open.set(line.category, slot);
  }

  /** A line that other output followed continues as a new entry, so that it is one line and nobody misses its end. */
  #takeOpen(category: OutputCategory): Slot | undefined {
    const open = this.#open.get(category);
    this.#open.delete(category);
    if (!open || this.#at(open.seq) !== open) return undefined;
    this.#slots[open.seq % this.#entries] = undefined;
    if (open.seq === this.lastSeq) this.#next -= 1;
    this.#counts[category] -= 1;
    return open;
  }

  #push(
    line: Omit<Slot, 'seq' | 'isComplete' | 'isClean' | 'isKey'>,
    begun: Slot | undefined,
    isComplete: boolean,
  ): Slot {
    const { source = begun?.source, line: at = begun?.line } = line;
    const slot: Slot = {
      ...line,
      ...(source === undefined ? {} : { source }),
      ...(at === undefined ? {} : { line: at }),
      seq: this.#next,
      isComplete,
      isClean: false,
      isKey: this.#isKeyLine(line, begun?.isKey ?? false),
    };
    this.#slots[slot.seq % this.#entries] = slot;
    this.#next += 1;
    this.#counts[line.category] += 1;
    return slot;
  }

  #isKeyLine({ category, text }: Pick<Slot, 'category' | 'text'>, wasKey: boolean): boolean {
    const begins = KEY_BEGINS.test(text);
    const isKey = begins || wasKey || this.#inKey.has(category);
    if (begins) this.#inKey.add(category);
    if (KEY_ENDS.test(text)) this.#inKey.delete(category);
    return isKey;
  }
}

function categoryOf(category: string | undefined): OutputCategory | undefined {
  if (category === 'telemetry') return undefined;
  return category === 'stdout' || category === 'stderr' ? category : 'console';
}

function placeOf({ source, line }: DebugProtocol.OutputEvent['body']): { source?: string; line?: number } {
  return {
    ...(source?.path === undefined ? {} : { source: source.path }),
    ...(line === undefined ? {} : { line }),
  };
}

function copied(piece: string, whole: string): string {
  return whole.length < COPIED_FROM || piece === whole
    ? piece
    : Buffer.from(piece, 'utf16le').toString('utf16le');
}

/** Parts of at most so many bytes, none of which ends with half of a surrogate pair. */
function split(text: string, bytes: number): string[] {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + bytes);
    const splitsPair = from + bytes < text.length && /[\ud800-\udbff]$/.test(rest);
    const part = headOf(splitsPair ? rest.slice(0, -1) : rest, bytes);
    parts.push(part);
    from += part.length;
  }
  return parts;
}

/** At least one character. */
function headOf(text: string, bytes: number): string {
  const size = Buffer.byteLength(text);
  const [first = ''] = text;
  if (size <= bytes) return text;
  const shown = text.slice(0, Math.min(text.length - 1, Math.floor((text.length * bytes) / size)));
  const whole = /[\ud800-\udbff]$/.test(shown) ? shown.slice(0, -1) : shown;
  return whole.length <= first.length ? first : headOf(whole, bytes);
}

function clean(slot: Slot): OutputEntry {
  const { seq, t, category, source, line } = slot;
  const text = slot.isClean ? slot.text : cleanText(slot);
  if (slot.isComplete && !slot.isClean) {
    slot.text = text;
    slot.isClean = true;
  }
  const place = { ...(source === undefined ? {} : { source }), ...(line === undefined ? {} : { line }) };
  return { seq, t, category, text, ...place };
}

function cleanText({ text, isKey }: Slot): string {
  return isKey ? KEY_PLACEHOLDER : maskText(text.replace(TERMINAL_SEQUENCE, '').replace(/\r+$/, ''));
}
