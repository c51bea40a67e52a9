/** A whole identifier of the code, not of a comment or a string. */
export interface Identifier {
  readonly name: string;
  readonly offset: number;
}

interface Lexicon {
  /** Comments, strings and numbers, tried before identifiers. */
  readonly skipped: readonly string[];
  readonly identifier: string;
  /** Whether there are templates with code inside, and regular expressions. */
  readonly isJavaScript?: boolean;
}

const NAME = '[$_\\p{ID_Start}][$\\u200c\\u200d\\p{ID_Continue}]*';
const LINE_COMMENT = '\\/\\/[^\\r\\n]*';
const BLOCK_COMMENT = '\\/\\*[\\s\\S]*?(?:\\*\\/|$)';
const NUMBER = '\\d[\\w.]*';
const DOUBLE_QUOTED = '"(?:\\\\[\\s\\S]|[^"\\\\\\r\\n])*"';
const SINGLE_QUOTED = "'(?:\\\\[\\s\\S]|[^'\\\\\\r\\n])*'";
const C_LIKE = [LINE_COMMENT, BLOCK_COMMENT, DOUBLE_QUOTED, SINGLE_QUOTED, NUMBER];

const javascript: Lexicon = { skipped: C_LIKE, identifier: `#?${NAME}`, isJavaScript: true };
const python: Lexicon = {
  skipped: [
    '#[^\\r\\n]*',
    '[rbuftRBUFT]{0,2}"""(?:\\\\[\\s\\S]|[^\\\\])*?"""',
    "[rbuftRBUFT]{0,2}'''(?:\\\\[\\s\\S]|[^\\\\])*?'''",
    `[rbuftRBUFT]{0,2}${DOUBLE_QUOTED}`,
    `[rbuftRBUFT]{0,2}${SINGLE_QUOTED}`,
    NUMBER,
  ],
  identifier: NAME,
};
const go: Lexicon = { skipped: [...C_LIKE, '`[^`]*`'], identifier: NAME };
const rust: Lexicon = {
  skipped: [
    LINE_COMMENT,
    BLOCK_COMMENT,
    '[bc]?r(?<hashes>#*)"[\\s\\S]*?"\\k<hashes>',
    '[bc]?"(?:\\\\[\\s\\S]|[^"\\\\])*"',
    "b?'(?:\\\\[^']+|[^'\\\\\\r\\n])'",
    `'${NAME}`,
    `r#(?=${NAME})`,
    NUMBER,
  ],
  identifier: NAME,
};
const c: Lexicon = {
  skipped: ['(?:u8|[uUL])?R"(?<delimiter>[^(\\s]*)\\([\\s\\S]*?\\)\\k<delimiter>"', ...C_LIKE],
  identifier: NAME,
};

const lexicons: Readonly<Record<string, Lexicon>> = {
  javascript,
  javascriptreact: javascript,
  typescript: javascript,
  typescriptreact: javascript,
  python,
  go,
  rust,
  c,
  cpp: c,
};

/** A regular expression literal may follow these words, as it may follow an operator. */
const BEFORE_REGEX =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|instanceof|do|else|yield|await|extends)$/;
const REGEX = /\/(?![*/>])(?:\\.|\[(?:\\.|[^\]\\\r\n])*\]|[^/\\[\r\n])+\/[a-z]*/uy;
const TEMPLATE_PART = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{)?/uy;

/** All identifiers of a text, in order. Where a string does not end on its line, its quote is text, as in JSX. */
export function identifiersIn(text: string, language: string | undefined): readonly Identifier[] {
  const lexicon = lexicons[language ?? ''] ?? c;
  return lexicon.isJavaScript ? inJavaScript(text, tokenOf(lexicon)) : inPlain(text, tokenOf(lexicon));
}

function tokenOf({ skipped, identifier }: Lexicon): RegExp {
  return new RegExp(`(?<skipped>${skipped.join('|')})|(?<name>${identifier})|\\s+|[\\s\\S]`, 'uy');
}

function inPlain(text: string, token: RegExp): Identifier[] {
  const found: Identifier[] = [];
  for (const { index, groups } of text.matchAll(new RegExp(token, 'ug'))) {
    if (groups?.name !== undefined) found.push({ name: groups.name, offset: index });
  }
  return found;
}

function inJavaScript(text: string, token: RegExp): Identifier[] {
  const found: Identifier[] = [];
  /** For each open `${`, how many braces are open inside it. */
  const templates: number[] = [];
  let last = '';
  for (let offset = 0; offset < text.length; ) {
    const { piece, name, isRegex } = pieceAt(text, offset, token, last);
    if (name !== undefined) found.push({ name, offset });
    offset += piece.length;
    if (opensTemplate(piece, templates)) offset = templateEnd(text, offset, templates);
    if (!/^(?:\s|\/[/*])/.test(piece)) last = isRegex ? ')' : piece;
  }
  return found;
}

interface Piece {
  readonly piece: string;
  readonly name?: string | undefined;
  readonly isRegex: boolean;
}

function pieceAt(text: string, offset: number, token: RegExp, last: string): Piece {
  const regex = text[offset] === '/' && mayPrecedeRegex(last) ? matchAt(REGEX, text, offset) : null;
  if (regex) return { piece: regex[0], isRegex: true };
  const match = matchAt(token, text, offset);
  return { piece: match?.[0] ?? text.charAt(offset), name: match?.groups?.name, isRegex: false };
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** After a value a slash divides; after `<` it closes a JSX element. */
function mayPrecedeRegex(last: string): boolean {
  return last === '' || BEFORE_REGEX.test(last) || /^[^\p{ID_Continue}$#"'`)\]<]$/u.test(last);
}

/** Whether a part of a template begins behind this piece of code. Keeps count of braces. */
function opensTemplate(piece: string, templates: number[]): boolean {
  const innermost = templates.length - 1;
  const open = templates[innermost];
  if (piece === '`') return true;
  if (open === undefined) return false;
  if (piece === '{') templates[innermost] = open + 1;
  if (piece !== '}') return false;
  if (open === 0) templates.pop();
  else templates[innermost] = open - 1;
  return open === 0;
}

function templateEnd(text: string, offset: number, templates: number[]): number {
  const part = matchAt(TEMPLATE_PART, text, offset)?.[0] ?? '';
  if (part.endsWith('${')) templates.push(0);
  return offset + part.length;
}
