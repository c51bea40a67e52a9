import { maskText } from './mask.ts';

/** What happened in a session. `output` counts lines instead of repeating them; `OutputRing` has them. */
export type TimelineType =
  | 'started'
  | 'stopped'
  | 'exception'
  | 'continued'
  | 'breakpoint'
  | 'thread'
  | 'module'
  | 'output'
  | 'exited'
  | 'terminated'
  | 'note';

export interface TimelineEvent {
  readonly seq: number;
  /** Milliseconds since the session started. */
  readonly t: number;
  readonly type: TimelineType;
  /** One short line, such as `breakpoint at src/pricing.ts:12`. */
  readonly detail?: string;
  readonly thread?: number;
  /** How many events of the same type and detail in a row are this one. */
  readonly count: number;
}

export interface TimelineOptions {
  readonly startedAt?: number;
  readonly entries?: number;
}

const MOST_ENTRIES = 2_000;
const LONGEST_DETAIL = 300;

/** The last events of a session, in bounded memory. */
export class Timeline {
  readonly #startedAt: number;
  readonly #entries: number;
  readonly #counts = new Map<TimelineType, number>();
  #events: TimelineEvent[] = [];
  #next = 1;
  #dropped = 0;

  constructor({ startedAt = Date.now(), entries = MOST_ENTRIES }: TimelineOptions = {}) {
    this.#startedAt = startedAt;
    this.#entries = entries;
  }

  /** Events seen by type, also those no longer kept. */
  get counts(): Readonly<Partial<Record<TimelineType, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** How many of the oldest events are no longer kept. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Oldest first. */
  get events(): readonly TimelineEvent[] {
    return this.#events;
  }

  add(
    type: TimelineType,
    { detail, thread }: { readonly detail?: string; readonly thread?: number } = {},
    at = Date.now(),
  ): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    const shown = detail === undefined ? undefined : maskText(detail).slice(0, LONGEST_DETAIL);
    const last = this.#events.at(-1);
    if (last && isRepeatable(type) && last.type === type && last.detail === shown) {
      this.#events[this.#events.length - 1] = { ...last, count: last.count + 1 };
      return;
    }
    this.#events.push({
      seq: this.#next,
      t: at - this.#startedAt,
      type,
      ...(shown === undefined ? {} : { detail: shown }),
      ...(thread === undefined ? {} : { thread }),
      count: 1,
    });
    this.#next += 1;
    this.#trim();
  }

  /** In halves, because removing one event at a time would move all others each time. */
  #trim(): void {
    if (this.#events.length < this.#entries * 2) return;
    this.#dropped += this.#events.length - this.#entries;
    this.#events = this.#events.slice(-this.#entries);
  }
}

/** Thousands of these come in a row; each stop counts alone. */
function isRepeatable(type: TimelineType): boolean {
  return type === 'output' || type === 'module' || type === 'thread';
}
