/** Strings, comments, casts, and the tokens that JavaScript writes in another way. */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\/\*[\s\S]*?\*\/|(?:\/\/|#(?!\[))[^\n]*|\((?:int|integer|string|bool|boolean|float)\)|<\?php|\?>|=>|::|->|\?:|\barray\s*\(|\b__DIR__\b|\breturn\b|\bdeclare\([^)]*\);|\buse\s+[\w\\]+(?:\s+as\s+\w+)?;|[[\](){}.,;]|[^'"/#?=:\-(<\w[\](){}.,;]+|\w+|[\s\S]/g;

const REPLACED: Readonly<Record<string, string>> = {
  '<?php': '',
  '?>': '',
  '=>': ':',
  '::': '.',
  '->': '.',
  '?:': '||',
  __DIR__: '__dirname',
  return: 'export default',
};

/** A PHP file that returns an array, as JavaScript. Arrays with keys become objects, and `.` becomes `+`. */
export function phpAsJavascript(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  const keyed = keyedBrackets(tokens);
  const closing: string[] = [];
  return tokens
    .map((token, index) => {
      if (/^array\s*\($/.test(token) || token === '[') {
        const isList = keyed.has(index);
        const isIndex = token === '[' && /[\w)\]]$/.test(previous(tokens, index));
        closing.push(isIndex || !isList ? ']' : '}');
        return isIndex || !isList ? '[' : '{';
      }
      if (token === '(') closing.push(')');
      if (token === '{') closing.push('}');
      if (token === ']' || token === ')' || token === '}') return closing.pop() ?? token;
      return converted(token, tokens, index);
    })
    .join('');
}

function converted(token: string, tokens: readonly string[], index: number): string {
  if (/^(\/\*|\/\/|#)/.test(token) || /^\((int|integer|string|bool|boolean|float)\)$/.test(token)) return '';
  if (/^(declare|use)\b./.test(token)) return '';
  if (token === '.') return /^[\d]$/.test(previous(tokens, index)) ? '.' : '+';
  if (token.startsWith('"')) return `\`${token.slice(1, -1).replace(/\{?\$(\w+)\}?/g, '${$$$1}')}\``;
  return Object.hasOwn(REPLACED, token) ? (REPLACED[token] ?? '') : token;
}

function previous(tokens: readonly string[], index: number): string {
  for (let at = index - 1; at >= 0; at--) if ((tokens[at] ?? '').trim() !== '') return tokens[at] ?? '';
  return '';
}

/** The opening brackets of arrays that have keys. */
function keyedBrackets(tokens: readonly string[]): ReadonlySet<number> {
  const keyed = new Set<number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (/^(array\s*\(|[[({])$/.test(token)) open.push(index);
    else if (/^[\])}]$/.test(token)) open.pop();
    else if (token === '=>' && open.length > 0) keyed.add(open.at(-1) ?? 0);
  });
  return keyed;
}
