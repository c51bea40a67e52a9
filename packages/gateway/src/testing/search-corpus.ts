import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exposedName } from '../names.ts';
import { createToolIndex, type SearchWeights } from '../search/tool-index.ts';
import { searchAnswer } from '../search/tools.ts';
import type { ToolDefinition } from '../tool-definition.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'search');

/** The tools of real servers as they list them, one per line; written by bench/search/capture.ts. */
export const corpusFile = join(fixtures, 'tools.jsonl');

export interface Need {
  /** In plain words, written before the first search for it. */
  readonly need: string;
  /** Any of these is right. */
  readonly right: readonly string[];
}

/**
 * The synonyms were collected with the judged, the practice and the tuning needs in mind. The unseen needs were written
 * afterwards. The tuning and the held-out needs were written together, before the first search for any of them, and
 * split by the hash of their text: an even first digit of its SHA-256 is for tuning. The independent needs were written
 * last, for a random sample of the tools and without knowledge of the search, which was not changed after them.
 */
export interface Needs {
  readonly judged: readonly Need[];
  readonly practice: readonly Need[];
  readonly unseen: readonly Need[];
  readonly tuning: readonly Need[];
  readonly heldOut: readonly Need[];
  readonly independent: readonly Need[];
}

export interface Corpus {
  /** Under the names the gateway gives them. */
  readonly definitions: readonly ToolDefinition[];
  readonly servers: number;
  readonly needs: Needs;
}

export function readCorpus(): Corpus {
  const lines = readFileSync(corpusFile, 'utf8').trimEnd().split('\n');
  const captured: readonly (ToolDefinition & { readonly server: string })[] = lines.map((line) =>
    JSON.parse(line),
  );
  return {
    definitions: captured.map(({ server, ...tool }) => ({
      ...tool,
      name: exposedName({ serverId: server, ownName: tool.name }),
    })),
    servers: new Set(captured.map(({ server }) => server)).size,
    needs: JSON.parse(readFileSync(join(fixtures, 'needs.json'), 'utf8')),
  };
}

/** The rank of the first right tool for each need, from 1; infinite when none is found. */
export function ranksOf(
  needs: readonly Need[],
  definitions: readonly ToolDefinition[],
  weights?: SearchWeights,
): readonly number[] {
  const index = createToolIndex(() => definitions, weights);
  return needs.map(({ need, right }) => {
    const found = index.search(need, definitions.length);
    const at = found.findIndex(({ name }) => right.includes(name));
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  });
}

/** How many tools a search returns by default. */
export const TOP = 5;

export function countInTop(ranks: readonly number[]): number {
  return ranks.filter((rank) => rank <= TOP).length;
}

/** For how many needs the answer of `tool_search`, as a model reads it, names a right tool. */
export function countAnswered(
  needs: readonly Need[],
  definitions: readonly ToolDefinition[],
): { readonly answered: number; readonly longest: number } {
  const index = createToolIndex(() => definitions);
  const answers = needs.map(({ need, right }) => ({ text: searchAnswer(index, need), right }));
  const holds = ({ text, right }: (typeof answers)[number]) =>
    text.split('\n').some((line) => right.includes(line.split(': ', 1)[0] ?? ''));
  return {
    answered: answers.filter(holds).length,
    longest: Math.max(...answers.map(({ text }) => text.length)),
  };
}
