export interface Token {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'plain';
  readonly text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A lexer for highlighting; the tokens joined are the text. */
export function tokenizeJson(json: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: json.slice(end, match.index) });
    const [text, quoted, colon, word] = match;
    if (quoted !== undefined && colon !== undefined) {
      tokens.push({ kind: 'key', text: quoted }, { kind: 'plain', text: colon });
    } else {
      tokens.push({ kind: quoted !== undefined ? 'string' : word !== undefined ? 'word' : 'number', text });
    }
    end = match.index + text.length;
  }
  if (end < json.length) tokens.push({ kind: 'plain', text: json.slice(end) });
  return tokens;
}
