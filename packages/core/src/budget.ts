import { fitToBytes } from './fit.ts';

export interface BudgetLimits {
  readonly rows: number;
  readonly bytes: number;
  readonly tokens: number;
}

export const defaultLimits: BudgetLimits = { rows: 200, bytes: 100_000, tokens: 8_000 };

export type LimitName = keyof BudgetLimits;

/** What was cut from an answer, and how to get it. */
export interface Truncation {
  readonly truncated: true;
  readonly limit: LimitName;
  readonly shown: number;
  readonly total?: number;
  readonly next: string;
}

/** An estimate: JSON and prose have 3.2 to 4.2 bytes per token in common tokenizers. */
const BYTES_PER_TOKEN = 3.5;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

export interface Collected<T> {
  readonly items: T[];
  /** The limit that was reached; absent when the source ended. */
  readonly cutBy?: LimitName;
}

export interface CollectOptions {
  /** The caller's own limit on rows; the budget's still holds. */
  readonly rows?: number;
  /** What the answer carries beside the items, such as columns. */
  readonly frame?: unknown;
}

/** Data is sent twice: in the text and in the structured content. */
const COPIES = 2;
/** Share of the limit for the envelope and the truncation line. */
const FRAME_SHARE = 0.05;
const MOST_FRAME_BYTES = 1_000;

/** The limits of one answer, and what a handler cut from it. */
export class Budget {
  readonly limits: BudgetLimits;
  #truncation: Truncation | undefined;

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...defaultLimits, ...limits };
  }

  get truncation(): Truncation | undefined {
    return this.#truncation;
  }

  /** Bytes of the whole answer, text and structured content together, by the tighter of bytes and tokens. */
  get textLimit(): { readonly bytes: number; readonly name: LimitName } {
    const byTokens = Math.floor(this.limits.tokens * BYTES_PER_TOKEN);
    return byTokens < this.limits.bytes
      ? { bytes: byTokens, name: 'tokens' }
      : { bytes: this.limits.bytes, name: 'bytes' };
  }

  /** Bytes of data, as JSON, with which the whole answer keeps the limit. */
  get dataLimit(): { readonly bytes: number; readonly name: LimitName } {
    const { bytes, name } = this.textLimit;
    return { bytes: Math.floor((bytes - Math.min(MOST_FRAME_BYTES, bytes * FRAME_SHARE)) / COPIES), name };
  }

  /** Reads up to the limit plus one item and stops the source there. */
  async collect<T>(
    source: AsyncIterable<T> | Iterable<T>,
    options: CollectOptions = {},
  ): Promise<Collected<T>> {
    const rows = Math.min(options.rows ?? this.limits.rows, this.limits.rows);
    const { name, bytes: limit } = this.dataLimit;
    const room = limit - (options.frame === undefined ? 0 : measure(options.frame, limit));
    const items: T[] = [];
    let bytes = 0;
    for await (const item of source) {
      if (items.length >= rows) return { items, cutBy: 'rows' };
      bytes += measure(item, limit) + 1;
      if (bytes > room && items.length > 0) return { items, cutBy: name };
      items.push(item);
    }
    return { items };
  }

  cut(truncation: Omit<Truncation, 'truncated'>): void {
    this.#truncation = { truncated: true, ...truncation };
  }
}

/** Not everything a source yields is JSON: there are bigints and circular references. */
function measure(item: unknown, limit: number): number {
  try {
    return Buffer.byteLength(JSON.stringify(item) ?? '');
  } catch {
    return Buffer.byteLength(JSON.stringify(fitToBytes(item, limit).value) ?? '');
  }
}
