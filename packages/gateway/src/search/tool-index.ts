import { coreErrors } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import { isRecord } from '@molehill/core/record';
import type MiniSearch from 'minisearch';
import type { ToolDefinition } from '../tool-definition.ts';
import { synonymsOf } from './synonyms.ts';
import { termsOf } from './tokenize.ts';

/** How much a match counts by field; found by measuring, see bench/search. */
export const defaultWeights = {
  name: 3,
  title: 1,
  /** The first sentence of a description says what a tool does, the rest how. */
  firstSentence: 2,
  description: 0.5,
  parameters: 0.5,
  parameterDescriptions: 0.2,
  /** Weights of a match by a synonym or by a prefix, relative to a match of the word itself. */
  synonym: 0.4,
  prefix: 0.375,
};

export type SearchWeights = typeof defaultWeights;

/** Everything that may be called, to be searched instead of listed. */
export interface ToolIndex {
  /** Best first, always in the same order. */
  search(query: string, limit: number): Promise<readonly ToolDefinition[]>;
  find(name: string): ToolDefinition;
  readonly size: number;
}

/** `definitions` returns the same array until a tool changes; the index is rebuilt for each new array, on first use. */
export function createToolIndex(
  definitions: () => readonly ToolDefinition[],
  weights: SearchWeights = defaultWeights,
): ToolIndex {
  let built: { readonly of: readonly ToolDefinition[]; readonly tools: Tools; index?: Promise<MiniSearch> };
  const current = () => {
    const of = definitions();
    if (built?.of !== of) built = { of, tools: new Map(of.map((tool) => [tool.name, tool])) };
    return built;
  };
  return {
    async search(query, limit) {
      const { tools } = current();
      built.index ??= buildIndex(tools);
      const names = searchNames(await built.index, query, weights).slice(0, limit);
      return names.flatMap((name) => tools.get(name) ?? []);
    },
    find(name) {
      const { tools } = current();
      return tools.get(name) ?? unknownTool(name, tools);
    },
    get size() {
      return definitions().length;
    },
  };
}

type Tools = ReadonlyMap<string, ToolDefinition>;

async function buildIndex(tools: Tools): Promise<MiniSearch> {
  // Loaded on the first search, to keep it out of the start of every process.
  const { default: Index } = await import('minisearch');
  const index = new Index({
    idField: 'name',
    fields: ['name', 'title', 'firstSentence', 'description', 'parameters', 'parameterDescriptions'],
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  index.addAll([...tools.values()].map(documentOf));
  return index;
}

const SHORTEST_PREFIX = 4;

function searchNames(index: MiniSearch, query: string, weights: SearchWeights): readonly string[] {
  const { synonym, prefix, ...boost } = weights;
  const terms = new Set(termsOf(query));
  const related = [...terms].flatMap((term) => [...synonymsOf(term)]);
  const hits = index.search(query, {
    boost,
    tokenize: () => [...new Set([...terms, ...related])],
    boostTerm: (term) => (terms.has(term) ? 1 : synonym),
    prefix: (term) => prefix > 0 && term.length >= SHORTEST_PREFIX,
    weights: { prefix, fuzzy: 0 },
  });
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

const LONGEST_SENTENCE = 200;

function documentOf(tool: ToolDefinition) {
  const { name, title, description = '' } = tool;
  const text = description.trim();
  const end = Math.min(/[.!?:;](?=\s)|\n/.exec(text)?.index ?? text.length, LONGEST_SENTENCE);
  const parameters = parametersOf(tool);
  return {
    name,
    title,
    firstSentence: text.slice(0, end),
    description: text.slice(end),
    parameters: parameters.map((parameter) => parameter.name).join(' '),
    parameterDescriptions: parameters.map((parameter) => parameter.description).join(' '),
  };
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export function parametersOf({ inputSchema }: ToolDefinition): readonly Parameter[] {
  const { properties, required } = isRecord(inputSchema) ? inputSchema : {};
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    description: isRecord(schema) && typeof schema.description === 'string' ? schema.description : '',
    required: needed.has(name),
  }));
}

function unknownTool(name: string, tools: Tools): never {
  const near = nearest(name, tools.keys());
  const hint = near ? `Did you mean "${near}"?` : 'Call tool_search to find the right name.';
  throw coreErrors.fail('E_UNKNOWN_TOOL', `No tool is named "${name.slice(0, 80)}".`, { hint });
}
