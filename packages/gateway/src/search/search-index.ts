import type { ToolDefinition } from '../tool-definition.ts';
import { defaultWeights, fields, type SearchWeights } from './fields.ts';
import { synonymsOf } from './synonyms.ts';
import { termsOf } from './tokenize.ts';

export interface SearchHit {
  readonly name: string;
  readonly score: number;
}

export interface SearchIndex {
  /** Best first, the same for the same question; nothing that has no word in common with it. */
  search(query: string, limit: number): readonly SearchHit[];
}

/** By document, how much of a word it has: counted by where it stands, and less in a long text. */
type Postings = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** BM25 over the words of names, descriptions and parameters. */
export function createSearchIndex(
  entries: readonly ToolDefinition[],
  weights: SearchWeights = defaultWeights,
): SearchIndex {
  const postings = inverted(entries, weights);
  return {
    search(query, limit) {
      const terms = [...new Set(termsOf(query))];
      const scores = new Map<number, number>();
      for (const term of terms)
        for (const [document, score] of scoresOf(term, postings, entries.length, weights))
          scores.set(document, (scores.get(document) ?? 0) + score);
      return [...scores]
        .map(([document, score]) => ({ name: entries[document]?.name ?? '', score }))
        .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/** A document counts once for a word of the question: by the word itself or by the best that means nearly the same. */
function scoresOf(
  term: string,
  postings: Postings,
  total: number,
  { synonym, kin, saturation }: SearchWeights,
): ReadonlyMap<number, number> {
  const rarity = (word: string) => rarityOf(postings.get(word)?.size ?? 0, total);
  const best = new Map<number, number>();
  const count = (word: string, weight: number) => {
    // A synonym tells no more than the word it stands for, however rare it is itself.
    const worth = weight * Math.min(rarity(word), rarity(term));
    for (const [document, frequency] of postings.get(word) ?? []) {
      const score = (worth * (saturation + 1) * frequency) / (frequency + saturation);
      best.set(document, Math.max(best.get(document) ?? 0, score));
    }
  };
  count(term, 1);
  if (kin > 0) for (const word of kinOf(term, postings)) count(word, kin);
  if (synonym > 0) for (const word of synonymsOf(term)) count(word, synonym);
  return best;
}

const SHORTEST_BEGINNING = 4;

/** Words of which one begins with the other: "mongo" and "mongodb", "deploy" and "deployment". */
function kinOf(term: string, postings: Postings): readonly string[] {
  if (term.length < SHORTEST_BEGINNING) return [];
  const isKin = (word: string) =>
    word !== term && (word.startsWith(term) || (word.length >= SHORTEST_BEGINNING && term.startsWith(word)));
  return [...postings.keys()].filter(isKin);
}

function rarityOf(found: number, total: number): number {
  return Math.log(1 + (total - found + 0.5) / (found + 0.5));
}

function inverted(entries: readonly ToolDefinition[], weights: SearchWeights): Postings {
  const postings = new Map<string, Map<number, number>>();
  for (const { textOf, weight, lengthShare } of fields(weights)) {
    const texts = entries.map((entry) => termsOf(textOf(entry)));
    const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length) || 1;
    for (const [document, terms] of texts.entries()) {
      const share = weight / (1 - lengthShare + (lengthShare * terms.length) / average);
      for (const term of terms) add(postings, term, document, share);
    }
  }
  return postings;
}

function add(
  postings: Map<string, Map<number, number>>,
  term: string,
  document: number,
  share: number,
): void {
  const found = postings.get(term) ?? new Map<number, number>();
  postings.set(term, found);
  found.set(document, (found.get(document) ?? 0) + share);
}
