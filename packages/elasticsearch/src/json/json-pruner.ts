interface Container {
  readonly isArray: boolean;
  /** The length of the output after the last complete item or member. */
  end: number;
  /** Complete items or members. */
  count: number;
  /** In an object: the name of the member has been read, its value has not. */
  named: boolean;
  /** An array that takes no more items. */
  closed: boolean;
}

/** Deeper values are left out: whatever walks over them next does so by recursion. */
const MAX_DEPTH = 60;
/** An object after a long list is kept beyond the limit, as long as it is short. */
const OVERTIME = 1.25;
const STRUCTURE = /["{}[\],:]/g;
const STRING_END = /["\\]/g;
const LOW_SURROGATE_ESCAPE = /^\\u[dD][c-fC-F]/;

/** Ends a string whose rest was left out. */
export function cutMark(more: number | undefined): string {
  return more === undefined ? '…[cut]' : `…[cut: ${more} more characters]`;
}

/**
 * Copies JSON text of any length into a limited number of characters. At the limit, the outermost array that has a
 * complete item gets no more of them; what follows the array is copied on. The text is not validated: what was not
 * JSON before is none afterwards, as far as it was kept.
 */
export class JsonPruner {
  /** The copy. */
  text = '';
  /** Whether anything was left out. */
  pruned = false;
  /** Whether the limit is reached where no array can be shortened, so that reading on is of no use. */
  full = false;
  readonly #limit: number;
  readonly #maxString: number;
  readonly #open: Container[] = [];
  /** Open containers inside the value that is being skipped. */
  #skipping = 0;
  /** The string that is being read: characters kept and left out. */
  #string: { kept: number; omitted: number } | undefined;
  #piece = '';
  /** Where the part of the piece begins that will be copied; undefined while nothing is. */
  #from: number | undefined = 0;
  /** The beginning of an escape sequence whose rest is in the next piece. */
  #carry = '';

  constructor(limit: number, maxString: number) {
    this.#limit = limit;
    this.#maxString = maxString;
  }

  push(piece: string): void {
    this.#piece = this.#carry + piece;
    this.#carry = '';
    if (this.#from !== undefined) this.#from = 0;
    for (let at = 0; at < this.#piece.length && !this.full; )
      at = this.#string ? this.#inString(this.#string, at) : this.#structure(at);
    this.#flush(this.#piece.length - this.#carry.length);
    if (this.#open.length > 0 && this.text.length > this.#limit * OVERTIME + this.#maxString)
      this.full = true;
  }

  /** Ends the copy of a text that has more: drops an incomplete item or member, and keeps the beginning of a string. */
  breakOff(): void {
    this.pruned = true;
    if (this.#string && !this.#isKey() && !this.#isMuted()) {
      this.text += `${cutMark(undefined)}"`;
      this.#complete(this.text.length);
    }
    if (!this.#dropOpenItem()) this.text = this.text.slice(0, this.#open.at(-1)?.end);
    for (const { isArray } of this.#open.reverse()) this.text += isArray ? ']' : '}';
  }

  #structure(from: number): number {
    STRUCTURE.lastIndex = from;
    const found = STRUCTURE.exec(this.#piece);
    if (!found) return this.#piece.length;
    const [char] = found;
    const at = found.index;
    if (char === '"') this.#string = { kept: 0, omitted: 0 };
    else if (char === '{' || char === '[') this.#openContainer(at, char === '[');
    else if (char === '}' || char === ']') this.#closeContainer(at);
    else if (char === ',') this.#separate(at);
    else this.#nameMember();
    return at + 1;
  }

  #inString(string: { kept: number; omitted: number }, from: number): number {
    STRING_END.lastIndex = from;
    const end = STRING_END.exec(this.#piece)?.index ?? this.#piece.length;
    if (end > from) this.#limitString(string, from, end - from);
    if (end === this.#piece.length) return end;
    if (this.#piece.charAt(end) === '"') {
      this.#endString(string, end);
      return end + 1;
    }
    const size = this.#piece.charAt(end + 1) === 'u' ? 6 : 2;
    if (end + size > this.#piece.length) this.#carry = this.#piece.slice(end);
    else this.#limitString(string, end, 1);
    return end + size;
  }

  /** Stops copying where a string gets too long, but never between the halves of a surrogate pair. */
  #limitString(string: { kept: number; omitted: number }, from: number, length: number): void {
    if (this.#isMuted() || this.#isKey()) return;
    const room = this.#maxString - string.kept;
    const half = LOW_SURROGATE_ESCAPE.test(this.#piece.slice(from, from + 4));
    if (string.omitted === 0 && (length <= room || half)) {
      string.kept += length;
      return;
    }
    const splits = room > 0 && isHighSurrogate(this.#piece.charCodeAt(from + room - 1));
    const kept = string.omitted > 0 ? 0 : room - (splits ? 1 : 0);
    this.#flush(from + kept);
    this.#from = undefined;
    string.omitted += length - kept;
  }

  #endString({ omitted }: { omitted: number }, at: number): void {
    const isKey = this.#isKey();
    this.#string = undefined;
    if (this.#isMuted()) return;
    if (omitted > 0) {
      this.pruned = true;
      this.text += cutMark(omitted);
      this.#from = at;
    }
    if (!isKey) this.#complete(this.#position(at + 1));
  }

  #openContainer(at: number, isArray: boolean): void {
    if (!this.#isMuted() && this.#open.length < MAX_DEPTH) {
      this.#open.push({ isArray, end: this.#position(at + 1), count: 0, named: false, closed: false });
      return;
    }
    if (!this.#isMuted()) {
      this.#flush(at);
      this.text += `"${cutMark(undefined)}"`;
      this.#from = undefined;
    }
    this.#skipping += 1;
    this.pruned = true;
  }

  #closeContainer(at: number): void {
    if (this.#skipping === 0) {
      // The bracket of an array that was cut short is copied again.
      if (this.#open.pop()?.closed) this.#from = at;
    } else {
      this.#skipping -= 1;
      if (!this.#isMuted()) this.#from = at + 1;
    }
    if (!this.#isMuted()) this.#complete(this.#position(at + 1));
  }

  #separate(at: number): void {
    if (this.#isMuted()) return;
    const end = this.#position(at);
    this.#complete(end);
    const container = this.#open.at(-1);
    if (container) container.named = false;
    if (end <= this.#limit) return;
    this.#flush(at);
    if (!this.#dropOpenItem()) this.full = end > this.#limit * OVERTIME;
  }

  #nameMember(): void {
    const container = this.#open.at(-1);
    if (container) container.named = true;
  }

  /** False when no open array has a complete item, so that none can be cut short. */
  #dropOpenItem(): boolean {
    const depth = this.#open.findIndex(({ isArray, count }) => isArray && count > 0);
    const array = this.#open[depth];
    if (!array) return false;
    this.text = this.text.slice(0, array.end);
    this.#from = undefined;
    this.#skipping += this.#open.length - 1 - depth;
    this.#open.length = depth + 1;
    array.closed = true;
    this.pruned = true;
    return true;
  }

  #complete(end: number): void {
    const container = this.#open.at(-1);
    if (!container) return;
    container.end = end;
    container.count += 1;
  }

  #isMuted(): boolean {
    return this.#skipping > 0 || this.#open.at(-1)?.closed === true;
  }

  #isKey(): boolean {
    const container = this.#open.at(-1);
    return container !== undefined && !container.isArray && !container.named;
  }

  /** How long the output will be when the piece is copied up to there. */
  #position(at: number): number {
    return this.text.length + at - (this.#from ?? at);
  }

  #flush(until: number): void {
    if (this.#from === undefined) return;
    const part = this.#piece.slice(this.#from, until);
    // A slice would keep the whole piece in memory.
    this.text += part.length < this.#piece.length ? Buffer.from(part).toString() : part;
    this.#from = until;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
