import type { Cell } from '../engine.ts';

/**
 * Reads an array as PostgreSQL prints it. One whose numbering does not begin at 1 is printed with its bounds and stays
 * text: as a list its elements would be somewhere else.
 */
export function parseArray(text: string, delimiter: string, element: (text: string) => Cell): Cell {
  if (!text.startsWith('{')) return text;
  return new ArrayReader(text, delimiter, element).read();
}

class ArrayReader {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #element: (text: string) => Cell;
  #at = 0;

  constructor(text: string, delimiter: string, element: (text: string) => Cell) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#element = element;
  }

  read(): Cell[] {
    const items: Cell[] = [];
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      if (char === '}') {
        this.#at += 1;
        return items;
      }
      if (char === this.#delimiter) this.#at += 1;
      else items.push(this.#item(char));
    }
    return items;
  }

  #item(char: string | undefined): Cell {
    if (char === '{') return this.read();
    if (char === '"') return this.#element(this.#quoted());
    const bare = this.#bare();
    return bare === 'NULL' ? null : this.#element(bare);
  }

  #bare(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !this.#endsBare(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #endsBare(char: string | undefined): boolean {
    return char === this.#delimiter || char === '}';
  }

  #quoted(): string {
    let value = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at] ?? '';
      if (char === '"') break;
      if (char === '\\') this.#at += 1;
      value += this.#text[this.#at] ?? '';
    }
    this.#at += 1;
    return value;
  }
}
