import type { Literal } from './literal.ts';

/** The names that are visible at a place of a program. */
export class Frame {
  readonly names = new Map<string, Literal>();
  /** Imported names, by what they are called where they come from. */
  readonly aliases = new Map<string, string>();
  readonly #parent: Frame | undefined;

  constructor(parent?: Frame) {
    this.#parent = parent;
  }

  find(name: string): Literal {
    return this.names.has(name) ? this.names.get(name) : this.#parent?.find(name);
  }

  has(name: string): boolean {
    return this.names.has(name) || this.#parent?.has(name) === true;
  }

  aliasOf(name: string): string | undefined {
    return this.aliases.get(name) ?? this.#parent?.aliasOf(name);
  }
}
