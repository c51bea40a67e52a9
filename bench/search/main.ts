/**
 * How often the right tool is in the top five of a search, with and without each part of the index, and how often the
 * answer that a model reads names it.
 */
import { createToolIndex, defaultWeights, type SearchWeights } from '@molehill/gateway/search/tool-index';
import { countAnswered, countInTop, ranksOf, readCorpus, TOP } from '@molehill/gateway/testing/search-corpus';
import { judge, printTable } from '../measure.ts';

const { definitions, servers, needs } = readCorpus();
const heldOut = [...needs.unseen, ...needs.heldOut];
const sets = [needs.judged, needs.practice, needs.tuning, heldOut, needs.independent];

const meanReciprocalRank = (ranks: readonly number[]) =>
  ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;

const sameWeights = {
  name: 1,
  title: 1,
  firstSentence: 1,
  description: 1,
  parameters: 1,
  parameterDescriptions: 1,
};
const variants: readonly (readonly [string, Partial<SearchWeights>])[] = [
  ['default weights', {}],
  ['without synonyms', { synonym: 0 }],
  ['without prefixes', { prefix: 0 }],
  ['without parameters', { parameters: 0, parameterDescriptions: 0 }],
  ['all fields weighted alike', sameWeights],
];
const cell = (ranks: readonly number[]) =>
  `${countInTop(ranks)} of ${ranks.length} (${meanReciprocalRank(ranks).toFixed(2)})`;

console.log(
  `${definitions.length} tools of ${servers} servers; the right one in the top ${TOP} (mean reciprocal rank)\n`,
);
const rows = variants.map(([label, change]) => [
  label,
  ...sets.map((set) => cell(ranksOf(set, definitions, { ...defaultWeights, ...change }))),
]);
const answers = sets.map((set) => {
  const { answered, longest } = countAnswered(set, definitions);
  return { share: answered / set.length, text: `${answered} of ${set.length} (≤ ${longest} characters)` };
});
const inAnswer = ['named in an answer', ...answers.map(({ text }) => text)];
printTable([['', 'judged', 'practice', 'tuning', 'held out', 'independent'], ...rows, inAnswer]);

const ranks = ranksOf(needs.judged, definitions);
console.log();
printTable(needs.judged.map(({ need }, at) => [String(ranks[at]), need]));

const started = performance.now();
const index = createToolIndex(() => definitions);
index.search('', TOP);
const built = performance.now() - started;
for (const { need } of needs.judged) index.search(need, TOP);
const each = (performance.now() - started - built) / needs.judged.length;
console.log(`\nindex ${built.toFixed(1)} ms, search ${each.toFixed(2)} ms`);

const missed = ranks.length - countInTop(ranks);
const met = [
  judge({ what: 'judged needs without their tool in the top five', value: missed, wanted: 2 }),
  judge({
    what: 'percent of independent needs whose answer does not name their tool',
    value: 100 * (1 - (answers.at(-1)?.share ?? 0)),
    wanted: 20,
  }),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
