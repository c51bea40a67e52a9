import { coreErrors } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import { isRecord } from '@molehill/core/record';
import type { ToolDefinition } from '../tool-definition.ts';
import { firstSentenceOf } from './summary.ts';
import { synonymsOf } from './synonyms.ts';
import { termsOf } from './tokenize.ts';

/** How much a match counts by field; found by measuring, see bench/search. */
export const defaultWeights = {
  name: 3,
  title: 1,
  /** The first sentence of a description usually names what a tool does, the rest how. */
  firstSentence: 2,
  description: 0.5,
  parameters: 0.5,
  parameterDescriptions: 0.2,
  /** Weights of a match by a synonym or by a prefix, relative to a match of the word itself. */
  synonym: 0.8,
  prefix: 0.7,
};

export type SearchWeights = typeof defaultWeights;

/** Everything that may be called, to be searched instead of listed. */
export interface ToolIndex {
  /** Best first, always in the same order. */
  search(query: string, limit: number): readonly ToolDefinition[];
  find(name: string): ToolDefinition;
  readonly size: number;
}

/**
 * Not a library, because none of those measured names as many right tools in an answer. With the same fields, terms,
 * weights and synonyms, of the 52 tuning, 85 held-out and 70 independent needs of bench/search: this index 50, 70, 56;
 * wink-bm25-text-search 3.1 48, 64, 52; MiniSearch 7.2 47, 66, 50; Orama 3.1, with its own terms and no synonyms, 27, 45, 32.
 *
 * `definitions` returns the same array until a tool changes; the index is rebuilt for each new array, on first use.
 */
export function createToolIndex(
  definitions: () => readonly ToolDefinition[],
  weights: SearchWeights = defaultWeights,
): ToolIndex {
  let built: { readonly of: readonly ToolDefinition[]; readonly postings: Postings } | undefined;
  return {
    search(query, limit) {
      const of = definitions();
      if (built?.of !== of) built = { of, postings: buildPostings(of, weights) };
      return [...scoresOf(query, built.postings, of.length, weights)]
        .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a.name < b.name ? -1 : 1))
        .slice(0, limit)
        .map(([tool]) => tool);
    },
    find: (name) => definitions().find((tool) => tool.name === name) ?? unknownTool(name, definitions()),
    get size() {
      return definitions().length;
    },
  };
}

/** By term, how often each tool has it: weighted by field, and less in a long text. */
type Postings = Map<string, Map<ToolDefinition, number>>;

/** `b` and `k1` of BM25: how much a long text reduces the weight of its words, and how fast repetition stops to matter. */
const LENGTH_NORMALISATION = 0.5;
const SATURATION = 1.2;

function buildPostings(tools: readonly ToolDefinition[], weights: SearchWeights): Postings {
  const postings: Postings = new Map();
  const unique = [...new Map(tools.map((tool) => [tool.name, tool])).values()];
  const documents = unique.map((tool) => ({ tool, texts: textsOf(tool) }));
  for (const field of FIELDS) {
    const lists = documents.map(({ tool, texts }) => ({ tool, terms: termsOf(texts[field]) }));
    const average = lists.reduce((sum, { terms }) => sum + terms.length, 0) / lists.length || 1;
    for (const { tool, terms } of lists) {
      const length = 1 - LENGTH_NORMALISATION + (LENGTH_NORMALISATION * terms.length) / average;
      for (const term of terms) {
        const found = postings.get(term) ?? new Map<ToolDefinition, number>();
        postings.set(term, found.set(tool, (found.get(tool) ?? 0) + weights[field] / length));
      }
    }
  }
  return postings;
}

/** BM25F. A tool counts once for each word of the query: by the word itself, or by its best synonym or prefix. */
function scoresOf(query: string, postings: Postings, total: number, { synonym, prefix }: SearchWeights) {
  const scores = new Map<ToolDefinition, number>();
  for (const term of new Set(termsOf(query))) {
    const best = new Map<ToolDefinition, number>();
    const addMatches = (other: string, weight: number) => {
      // A related word is no more specific than the word of the query, however rare it is.
      const rarity = Math.min(rarityOf(term, postings, total), rarityOf(other, postings, total));
      for (const [tool, frequency] of postings.get(other) ?? []) {
        const score = (weight * rarity * frequency) / (frequency + SATURATION);
        if (score > (best.get(tool) ?? 0)) best.set(tool, score);
      }
    };
    addMatches(term, 1);
    for (const other of synonymsOf(term)) addMatches(other, synonym);
    for (const other of postings.keys()) if (sharePrefix(term, other)) addMatches(other, prefix);
    for (const [tool, score] of best) scores.set(tool, (scores.get(tool) ?? 0) + score);
  }
  return scores;
}

function rarityOf(term: string, postings: Postings, total: number): number {
  const found = postings.get(term)?.size ?? 0;
  return Math.log(1 + (total - found + 0.5) / (found + 0.5));
}

const SHORTEST_PREFIX = 4;

/** "mongo" and "mongodb", "deploy" and "deployment". */
function sharePrefix(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= SHORTEST_PREFIX && (a.startsWith(b) || b.startsWith(a));
}

const FIELDS = [
  'name',
  'title',
  'firstSentence',
  'description',
  'parameters',
  'parameterDescriptions',
] as const;
const LONGEST_SENTENCE = 200;

function textsOf(tool: ToolDefinition): Readonly<Record<(typeof FIELDS)[number], string>> {
  const { name, title = '' } = tool;
  const text = tool.description ?? '';
  const firstSentence = firstSentenceOf(text).slice(0, LONGEST_SENTENCE);
  const parameters = parametersOf(tool);
  return {
    name,
    title,
    firstSentence,
    description: text.slice(text.indexOf(firstSentence) + firstSentence.length),
    parameters: parameters.map((parameter) => parameter.name).join(' '),
    parameterDescriptions: parameters.map(({ description }) => description).join(' '),
  };
}

export function parametersOf({ inputSchema }: ToolDefinition) {
  const { properties, required } = isRecord(inputSchema) ? inputSchema : {};
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    description: isRecord(schema) && typeof schema.description === 'string' ? schema.description : '',
    required: needed.has(name),
  }));
}

function unknownTool(name: string, tools: readonly ToolDefinition[]): never {
  const names = tools.map((tool) => tool.name);
  const near = nearest(name, names);
  const hint = near ? `Did you mean "${near}"?` : 'Call tool_search to find the right name.';
  throw coreErrors.fail('E_UNKNOWN_TOOL', `No tool is named "${name.slice(0, 80)}".`, { hint });
}
