/** The beginnings of indices that hold users, password hashes and other security data. */
const PREFIXES = [
  '.security',
  '.opendistro_security',
  '.opendistro-security',
  '.plugins-security',
  '.opensearch_security',
  '.opensearch-security',
];
/** Names that clusters use, for patterns that begin with a wildcard. */
const NAMES = [
  ...PREFIXES,
  ...['6', '7', '8', '9', 'tokens', 'tokens-7', 'profile', 'profile-8'].map((end) => `.security-${end}`),
];
const DATE_MATH = /\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\}/g;

export interface Expansion {
  /** Wildcards also match hidden indices, as with `expand_wildcards=all`. */
  readonly hidden?: boolean;
  /** Only names and settings of indices are read, so that all dot indices may be listed. */
  readonly lists?: boolean;
}

/** Whether a list of index names or patterns may include an index with security data. */
export function namesSecurityIndex(expression: string, expansion: Expansion = {}): boolean {
  return expression
    .toLowerCase()
    .split(',')
    .some((part) => part.split(':').some((name) => mayMatch(patternOf(name), expansion)));
}

/** Without the sign of an exclusion; a date is a wildcard. */
function patternOf(name: string): string {
  return name === '_all' ? '*' : name.replace(/^-/, '').replace(/[<>]/g, '').replace(DATE_MATH, '*');
}

function mayMatch(pattern: string, { hidden = false, lists = false }: Expansion): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return PREFIXES.some((prefix) => pattern.startsWith(prefix));
  const literal = pattern.slice(0, star);
  // A cluster expands a pattern to a hidden index only where both begin with a dot, or where it is told to.
  if (literal === '') return hidden && NAMES.some((name) => matches(pattern, name));
  if (lists && pattern === '.*') return false;
  return PREFIXES.some((prefix) => prefix.startsWith(literal) || literal.startsWith(prefix));
}

function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split(/\*+/);
  const last = rest.at(-1) ?? '';
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.startsWith(first) && name.endsWith(last) && name.length - last.length >= at;
}

/** Whether the id of a point in time or a scroll, which the cluster encodes in base64, names such an index. */
export function handleNamesSecurityIndex(id: string): boolean {
  const text = Buffer.from(id, 'base64').toString('latin1');
  return PREFIXES.some((prefix) => text.includes(prefix));
}
