import { fitToBytes } from './fit.ts';

export interface BudgetLimits {
  readonly rows: number;
  readonly bytes: number;
  readonly tokens: number;
}

export const defaultLimits: BudgetLimits = { rows: 200, bytes: 100_000, tokens: 8_000 };

export type LimitName = keyof BudgetLimits;

/** What was left out of an answer, and how to get it. */
export interface Truncation {
  readonly truncated: true;
  readonly limit: LimitName;
  readonly shown: number;
  readonly total?: number;
  readonly next: string;
}

/** Close enough for a limit: JSON and prose measure between 3.2 and 4.2 bytes a token in common tokenizers. */
const BYTES_PER_TOKEN = 3.5;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

export interface Collected<T> {
  readonly items: T[];
  /** Which limit stopped the reading; absent when the source ended by itself. */
  readonly cutBy?: LimitName;
}

export interface CollectOptions {
  /** The caller's own limit on rows, where lower than the budget's. */
  readonly rows?: number;
}

/** The limits of one answer, and the place where a handler says what it left out. */
export class Budget {
  readonly limits: BudgetLimits;
  #truncation: Truncation | undefined;

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...defaultLimits, ...limits };
  }

  get truncation(): Truncation | undefined {
    return this.#truncation;
  }

  /** Bytes of text that fit, whichever of bytes and tokens is the tighter. */
  get textLimit(): { readonly bytes: number; readonly name: LimitName } {
    const byTokens = Math.floor(this.limits.tokens * BYTES_PER_TOKEN);
    return byTokens < this.limits.bytes
      ? { bytes: byTokens, name: 'tokens' }
      : { bytes: this.limits.bytes, name: 'bytes' };
  }

  /** Reads up to the limit plus one and stops the source there: what will be cut is never materialised. */
  async collect<T>(
    source: AsyncIterable<T> | Iterable<T>,
    options: CollectOptions = {},
  ): Promise<Collected<T>> {
    const rows = Math.min(options.rows ?? this.limits.rows, this.limits.rows);
    const text = this.textLimit;
    const items: T[] = [];
    let bytes = 0;
    for await (const item of source) {
      if (items.length >= rows) return { items, cutBy: 'rows' };
      bytes += measure(item, text.bytes) + 1;
      if (bytes > text.bytes && items.length > 0) return { items, cutBy: text.name };
      items.push(item);
    }
    return { items };
  }

  cut(truncation: Omit<Truncation, 'truncated'>): void {
    this.#truncation = { truncated: true, ...truncation };
  }
}

/** Not everything a source yields is JSON: engines answer with large integers, and libraries with circles. */
function measure(item: unknown, limit: number): number {
  try {
    return Buffer.byteLength(JSON.stringify(item) ?? '');
  } catch {
    return Buffer.byteLength(JSON.stringify(fitToBytes(item, limit).value) ?? '');
  }
}
