import { numberOf } from './exact-number.ts';
import { cutMark } from './marks.ts';
import type { JsonEvents } from './tokenizer.ts';

type Container = unknown[] | Record<string, unknown>;

interface Frame {
  readonly container: Container;
  /** In an object, the name whose value comes next. */
  key: string;
  /** How much was kept when the item that is being read began. */
  keptBefore: number;
  /** An array that takes no more items. */
  closed: boolean;
}

/** Deeper values are cut off: whatever walks over them next does so by recursion. */
const DEEPEST = 60;
/** What may follow the part that filled the room: an object after a long list is kept as long as it is short. */
const OVERTIME = 1.25;
const NUMBER_COST = 8;

/**
 * A JSON value in bounded memory. When the room is used up, the outermost list that has a whole item gets no more of
 * them, and the item that was being read is dropped; what follows the list is read on.
 */
export class PrunedValue implements JsonEvents {
  value: unknown;
  /** Whether anything was left out. */
  pruned = false;
  full = false;
  readonly #room: number;
  readonly #stack: Frame[] = [];
  #kept = 0;
  /** How many containers are open inside what is being skipped. */
  #skipping = 0;

  constructor(room: number) {
    this.#room = room;
  }

  openObject(): void {
    this.#open({});
  }

  openArray(): void {
    this.#open([]);
  }

  close(): void {
    if (this.#skipping > 0) this.#skipping -= 1;
    else this.#stack.pop();
  }

  key(text: string): void {
    const top = this.#stack.at(-1);
    if (this.#skipping > 0 || !top) return;
    top.key = text;
    this.#kept += text.length;
  }

  string(text: string, more: number | undefined): void {
    if (more !== 0) this.pruned = true;
    this.#add(more === 0 ? text : text + cutMark(more), text.length);
  }

  number(literal: string): void {
    this.#add(numberOf(literal), NUMBER_COST + literal.length);
  }

  constant(value: boolean | null): void {
    this.#add(value, NUMBER_COST);
  }

  /** Says that nothing more will come although the text has more: a half-read item of a list is dropped. */
  breakOff(): void {
    this.pruned = true;
    this.#dropOpenItem();
  }

  #open(container: Container): void {
    if (this.#isDropped()) {
      this.#skipping += 1;
      return;
    }
    if (this.#stack.length >= DEEPEST) {
      this.string('', undefined);
      this.#skipping += 1;
      return;
    }
    this.#put(container);
    this.#stack.push({ container, key: '', keptBefore: this.#kept, closed: false });
    this.#keep(NUMBER_COST);
  }

  #add(value: unknown, cost: number): void {
    if (this.#isDropped()) return;
    this.#put(value);
    this.#keep(cost);
  }

  #put(value: unknown): void {
    const top = this.#stack.at(-1);
    if (!top) this.value = value;
    else if (Array.isArray(top.container)) {
      top.keptBefore = this.#kept;
      top.container.push(value);
    } else setMember(top.container, top.key, value);
  }

  #keep(cost: number): void {
    this.#kept += cost;
    if (this.#kept <= this.#room) return;
    if (!this.#dropOpenItem()) this.full = this.#kept > this.#room * OVERTIME;
  }

  /** False when no open list has a whole item, so that none can be ended. */
  #dropOpenItem(): boolean {
    const depth = this.#stack.findIndex((frame, index) => this.#wholeItems(frame, index) > 0);
    const frame = this.#stack[depth];
    if (!frame || !Array.isArray(frame.container)) return false;
    const inside = this.#stack.length - 1 - depth;
    if (inside > 0) {
      frame.container.pop();
      this.#kept = frame.keptBefore;
      this.#stack.length = depth + 1;
      this.#skipping = inside;
      this.pruned = true;
    }
    frame.closed = true;
    return true;
  }

  #isDropped(): boolean {
    const dropped = this.#skipping > 0 || this.#stack.at(-1)?.closed === true;
    if (dropped) this.pruned = true;
    return dropped;
  }

  #wholeItems({ container }: Frame, index: number): number {
    if (!Array.isArray(container)) return 0;
    return index === this.#stack.length - 1 ? container.length : container.length - 1;
  }
}

function setMember(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}
