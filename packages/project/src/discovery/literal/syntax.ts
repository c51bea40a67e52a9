import type { SyntaxNode } from '@lezer/common';

const TYPE_OPERATORS = new Set(['as', 'satisfies']);
const ESCAPE = /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
const MAX_CODE_POINT = 0x10_ffff;

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!child.type.isSkipped) children.push(child);
  return children;
}

/** Children that are no brackets, commas or spread operators. */
export function operandsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => /^\w/.test(name) && name !== 'Spread');
}

/** An expression without parentheses and without what only a type checker reads. */
export function withoutTypes(node: SyntaxNode): SyntaxNode {
  const [first, second] = childrenOf(node);
  const isCast = node.name === 'BinaryExpression' && TYPE_OPERATORS.has(second?.name ?? '');
  const isAssertion = node.name === 'PostfixExpression' && second?.name === 'LogicOp';
  if (first && (isCast || isAssertion || node.name === 'InstantiationExpression')) return withoutTypes(first);
  const inner = /^(ParenthesizedExpression|AwaitExpression)$/.test(node.name) ? second : undefined;
  const cast = node.name === 'PrefixCast' ? node.lastChild : undefined;
  return inner || cast ? withoutTypes(inner ?? cast ?? node) : node;
}

/** Every node below, in the order of the text. */
export function* descendantsOf(node: SyntaxNode): Generator<SyntaxNode> {
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    pending.push(...childrenOf(next).reverse());
  }
}

const QUOTED = /^([a-z]{0,2})('''|"""|['"`])([\s\S]*)\2$/i;

/** The texts of a string and the expressions that it inserts. Undefined when one is formatted. */
export function stringParts(node: SyntaxNode, text: string): readonly (string | SyntaxNode)[] | undefined {
  const [, prefix = '', quote = ''] = QUOTED.exec(text.slice(node.from, node.to)) ?? [];
  if (quote === '') return undefined;
  const parts: (string | SyntaxNode)[] = [];
  const plain = (from: number, to: number) => {
    const written = text.slice(from, to);
    return /r/i.test(prefix) ? written : unescaped(written);
  };
  let from = node.from + prefix.length + quote.length;
  for (const inserted of [...node.getChildren('Interpolation'), ...node.getChildren('FormatReplacement')]) {
    const [, expression, end] = childrenOf(inserted);
    if (!expression || /^(Format|!)/.test(end?.name ?? '')) return undefined;
    parts.push(plain(from, inserted.from), expression);
    from = inserted.to;
  }
  return [...parts, plain(from, node.to - quote.length)];
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, braced?: string, long?: string, short?: string, sign = '') => {
    const code = braced ?? long ?? short;
    if (code === undefined) return ESCAPES[sign] ?? sign;
    return String.fromCodePoint(Math.min(Number.parseInt(code, 16), MAX_CODE_POINT));
  });
}
