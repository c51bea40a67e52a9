/** Strings, comments, casts, and the tokens that JavaScript writes in another way. */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\/\*[\s\S]*?\*\/|(?:\/\/|#(?!\[))[^\n]*|\((?:int|integer|string|bool|boolean|float)\)|<\?php|\?>|=>|::|->|\?:|\barray\s*\(|\b__DIR__\b|\breturn\b|\bdeclare\([^)]*\);|\buse\s+[\w\\]+(?:\s+as\s+\w+)?;|[[\](){}.,;]|[^'"/#?=:\-(<\w[\](){}.,;]+|\w+|[\s\S]/g;

const CAST = /^\((int|integer|string|bool|boolean|float)\)$/;

const REPLACED = new Map<string, string>(
  Object.entries({
    '<?php': '',
    '?>': '',
    '=>': ':',
    '::': '.',
    '->': '.',
    '?:': '||',
    __DIR__: '__dirname',
    return: 'export default',
  }),
);

/** A PHP file that returns an array, as JavaScript. Arrays with keys become objects, and `.` becomes `+`. */
export function phpAsJavascript(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  const keyed = keyedBrackets(tokens);
  const closing: string[] = [];
  const open = (bracket: string, end: string) => {
    closing.push(end);
    return bracket;
  };
  const converted = tokens.map((token, index) => {
    if (isArray(token)) return keyed.has(index) && !isIndex(tokens, index) ? open('{', '}') : open('[', ']');
    if (token === '(') return open('(', ')');
    if (token === '{') return open('{', '}');
    return isClosing(token) ? (closing.pop() ?? token) : convert(token, tokens, index);
  });
  return converted.join('');
}

function isArray(token: string): boolean {
  return token === '[' || /^array\s*\($/.test(token);
}

function isClosing(token: string): boolean {
  return token === ']' || token === ')' || token === '}';
}

/** `$name[0]` */
function isIndex(tokens: readonly string[], index: number): boolean {
  const before = previous(tokens, index);
  return tokens[index] === '[' && before !== 'return' && /[\w)\]]$/.test(before);
}

function convert(token: string, tokens: readonly string[], index: number): string {
  if (/^(\/\*|\/\/|#|(declare|use)\b.)/.test(token) || CAST.test(token)) return '';
  if (token === '.') return /^\d$/.test(previous(tokens, index)) ? '.' : '+';
  // In double quotes `$name` and `{$name}` are inserted.
  if (token.startsWith('"'))
    return `\`${token.slice(1, -1).replace(/\{?\$(\w+)\}?/g, (_, name: string) => `\${$${name}}`)}\``;
  return REPLACED.get(token) ?? token;
}

function previous(tokens: readonly string[], index: number): string {
  return tokens.slice(0, index).findLast((token) => token.trim() !== '') ?? '';
}

/** The opening brackets of arrays that have keys. */
function keyedBrackets(tokens: readonly string[]): ReadonlySet<number> {
  const keyed = new Set<number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (isArray(token) || token === '(' || token === '{') open.push(index);
    else if (isClosing(token)) open.pop();
    else if (token === '=>') keyed.add(open.at(-1) ?? -1);
  });
  return keyed;
}
