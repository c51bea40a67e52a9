export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'mark' | 'end';
  readonly text: string;
}

const END: Token = { kind: 'end', text: '' };

/** Whitespace, comments and continued lines; a string with its prefix; a number; a name; any other sign. */
const TOKEN =
  /(?<skip>(?:\s|#[^\n]*|\\\n)+)|(?<prefix>[A-Za-z]{0,2})(?<quote>'''|"""|'|")(?<body>(?:\\[\s\S]|(?!\k<quote>)[\s\S])*?)\k<quote>|(?<number>\d[\d_]*(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)|(?<mark>\*\*|[^\s\w])/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** Python as far as expressions of settings need it, from one place of a text on. */
export class Tokens {
  readonly #text: string;
  #at: number;
  #next: Token;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
    this.#next = this.#scan();
  }

  get next(): Token {
    return this.#next;
  }

  take(): Token {
    const token = this.#next;
    this.#next = this.#scan();
    return token;
  }

  /** Takes the next token if it is this sign. */
  accept(mark: string): boolean {
    if (this.#next.kind !== 'mark' || this.#next.text !== mark) return false;
    this.take();
    return true;
  }

  #scan(): Token {
    TOKEN.lastIndex = this.#at;
    const groups = TOKEN.exec(this.#text)?.groups;
    if (!groups) return END;
    this.#at = TOKEN.lastIndex;
    if (groups.skip !== undefined) return this.#scan();
    if (groups.body !== undefined) return stringToken(groups.prefix ?? '', groups.body);
    if (groups.number !== undefined) return { kind: 'number', text: groups.number.replaceAll('_', '') };
    if (groups.name !== undefined) return { kind: 'name', text: groups.name };
    return { kind: 'mark', text: groups.mark ?? '' };
  }
}

/** A formatted string is computed: its text is given with a sign that no file name has. */
function stringToken(prefix: string, body: string): Token {
  if (/f/i.test(prefix) && body.includes('{')) return { kind: 'mark', text: 'f-string' };
  if (/r/i.test(prefix)) return { kind: 'string', text: body };
  return {
    kind: 'string',
    text: body.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped),
  };
}
