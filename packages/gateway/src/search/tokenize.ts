const STOP_WORDS = new Set(
  `a about after again all also am an and another any anything are as at be because been before being between both but by
  can could did do does doing done each few for from further give had has have having he her here him his how i if in into
  is it its itself just let like look looks make many may me might more most much must my need no not now of off on once one
  only or other our out over own please put right same see she should so some something still such take than that the their
  them then there these they thing things this those through to too under until up us very want was way we were what when
  where which while who whom whose why will with within without would yet you your`.split(/\s+/),
);

/** Scripts that do not separate words. */
const UNSEPARATED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;

/**
 * Splits names as well as sentences: `create_pull_request`, `createPullRequest`, `HTTPServer2`. Text in scripts without
 * spaces becomes pairs of characters.
 */
export function wordsOf(text: string): readonly string[] {
  const separated = text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const runs = separated.toLowerCase().match(RUNS) ?? [];
  return runs.flatMap((run) => (UNSEPARATED.test(run) ? pairsOf(run) : [run]));
}

function pairsOf(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** The texts of tools repeat a few thousand words. */
const stems = new Map<string, string>();
const MAX_STEMS = 20_000;

/** The stems of all words but stop words. */
export function termsOf(text: string): readonly string[] {
  if (stems.size > MAX_STEMS) stems.clear();
  return wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => {
      const known = stems.get(word) ?? stem(word);
      stems.set(word, known);
      return known;
    });
}

/** Removes English endings. A stem need not be a word, only the same for all forms of one. */
export function stem(word: string): string {
  return word
    .replace(/(?<=.{2})(?:ies|ied)$/, 'y')
    .replace(/(?<=[aeiouy].+)(?:ing|ed|es|(?<!s)s|e)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1');
}
