/** How often the right tool is among the first five results, with and without each field. */
import { defaultWeights, type SearchWeights } from '@molehill/gateway/search/fields';
import { createSearchIndex } from '@molehill/gateway/search/search-index';
import { foundAmong, placesOf, readCorpus, SHOWN } from '@molehill/gateway/testing/search-corpus';
import { judge, printTable } from '../measure.ts';

const { definitions, servers, needs } = readCorpus();
const sets = [needs.judged, needs.practice, needs.unseen];

const reciprocal = (places: readonly number[]) =>
  places.reduce((sum, place) => sum + 1 / place, 0) / places.length;

const variants: readonly (readonly [string, Partial<SearchWeights>])[] = [
  ['as it is', {}],
  ['without synonyms', { synonym: 0 }],
  ['without longer and shorter forms', { kin: 0 }],
  ['without parameters', { parameter: 0, parameterText: 0 }],
  ['all places alike', { name: 1, title: 1, lead: 1, rest: 1, parameter: 1, parameterText: 1 }],
];
const cell = (places: readonly number[]) =>
  `${foundAmong(places)} of ${places.length} (${reciprocal(places).toFixed(2)})`;

console.log(
  `${definitions.length} tools of ${servers} servers; the right one among the first ${SHOWN} (mean 1/place)\n`,
);
printTable([
  ['', 'judged', 'practice', 'unseen'],
  ...variants.map(([label, change]) => [
    label,
    ...sets.map((set) => cell(placesOf(set, definitions, { ...defaultWeights, ...change }))),
  ]),
]);

const places = placesOf(needs.judged, definitions);
console.log();
printTable(needs.judged.map(({ need }, at) => [String(places[at]), need]));

const started = performance.now();
const index = createSearchIndex(definitions);
const built = performance.now() - started;
for (const { need } of needs.judged) index.search(need, SHOWN);
const each = (performance.now() - started - built) / needs.judged.length;
console.log(`\nindex ${built.toFixed(1)} ms, search ${each.toFixed(2)} ms`);

const missed = places.length - foundAmong(places);
process.exitCode = judge({ what: 'needs without their tool among the first five', value: missed, wanted: 2 })
  ? 0
  : 1;
