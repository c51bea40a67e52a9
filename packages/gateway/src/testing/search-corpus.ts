import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exposedName } from '../names.ts';
import { defaultWeights, type SearchWeights } from '../search/fields.ts';
import { createSearchIndex } from '../search/search-index.ts';
import type { ToolDefinition } from '../tool-definition.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'search');

/** The tools of real servers as they listed them, one to a line; written by bench/search/capture.ts. */
export const corpusFile = join(fixtures, 'tools.jsonl');

export interface Need {
  /** In plain words, written down before anybody saw what search makes of it. */
  readonly need: string;
  /** Any of these would be right. */
  readonly right: readonly string[];
}

/**
 * The words that mean nearly the same were collected with the judged and the practice needs in mind; the unseen ones
 * were written after that, and show what search makes of words nobody thought of.
 */
export interface Needs {
  readonly judged: readonly Need[];
  readonly practice: readonly Need[];
  readonly unseen: readonly Need[];
}

export interface Corpus {
  /** Under the names they have at the gateway. */
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
    definitions: captured.map(({ server, ...tool }) => ({ ...tool, name: exposedName(server, tool.name) })),
    servers: new Set(captured.map(({ server }) => server)).size,
    needs: JSON.parse(readFileSync(join(fixtures, 'needs.json'), 'utf8')),
  };
}

/** The place of the first right tool for each need, counted from 1; infinite when it is not found at all. */
export function placesOf(
  needs: readonly Need[],
  definitions: readonly ToolDefinition[],
  weights: SearchWeights = defaultWeights,
): readonly number[] {
  const index = createSearchIndex(definitions, weights);
  return needs.map(({ need, right }) => {
    const names = index.search(need, definitions.length).map(({ name }) => name);
    const at = names.findIndex((name) => right.includes(name));
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  });
}

export const SHOWN = 5;

export function foundAmong(places: readonly number[]): number {
  return places.filter((place) => place <= SHOWN).length;
}
