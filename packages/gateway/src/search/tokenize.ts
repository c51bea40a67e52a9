/** Words that say nothing about which tool is meant. */
const EMPTY = new Set(
  `a about after again all also am an and another any anything are as at be because been before being between both but by
  can could did do does doing done each few for from further give had has have having he her here him his how i if in into
  is it its itself just let like look looks make many may me might more most much must my need no not now of off on once one
  only or other our out over own please put right same see she should so some something still such take than that the their
  them then there these they thing things this those through to too under until up us very want was way we were what when
  where which while who whom whose why will with within without would yet you your`.split(/\s+/),
);

/** Names are written in many ways: `create_pull_request`, `createPullRequest`, `HTTPServer2` all fall into words. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(wordsOfName);
}

function wordsOfName(name: string): readonly string[] {
  if (!/.\p{Lu}/u.test(name)) return [name.toLowerCase()];
  const separated = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return separated.toLowerCase().split(' ');
}

/** The words that count, in the form in which they are compared. */
export function termsOf(text: string): readonly string[] {
  return wordsOf(text).flatMap(termOf);
}

/** Texts of tools repeat themselves; what was worked out for a word is kept as long as there are not too many. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;

function termOf(word: string): readonly string[] {
  const found = known.get(word);
  if (found) return found;
  const term = EMPTY.has(word) ? [] : [stem(word)];
  if (known.size < MOST_KNOWN) known.set(word, term);
  return term;
}

/** Takes off what English adds to a word. The rest need not be a word, only the same for all its forms. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const singular = withoutPlural(word);
  const base = withoutVerbEnding(singular);
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(word)) return word;
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (/[a-z]{2}ied$/.test(word)) return `${word.slice(0, -3)}y`;
  const ending = /(ing|ed)$/.exec(word)?.[0];
  if (!ending) return word;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !/[aeiouy]/.test(base)) return word;
  return /([bdgklmnprt])\1$/.test(base) && !base.endsWith('ll') ? base.slice(0, -1) : base;
}
