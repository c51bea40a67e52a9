import { parseArgs } from 'node:util';
import { forcedByEra } from './compare.ts';
import { compareSubject, routes, subjects, type Verdict } from './run.ts';

/** Every feature of a server, directly and through the gateway: `npm run bench:fidelity [-- --only NAME --route NAME]`. */

const { values } = parseArgs({ options: { only: { type: 'string' }, route: { type: 'string' } } });
const chosenRoutes = routes.filter(({ name }) => !values.route || name.includes(values.route));
const verdicts: Verdict[] = [];
for (const subject of subjects) {
  if (values.only && !subject.name.includes(values.only)) continue;
  verdicts.push(...(await compareSubject(subject, chosenRoutes)));
}
for (const subject of new Set(verdicts.map((verdict) => verdict.subject))) printTable(subject);
console.log('Forced by the era, with or without a gateway:');
for (const { what, why } of forcedByEra) console.log(`  ${what}: ${why}`);
const different = verdicts.filter(({ differences }) => differences && differences.length > 0);
for (const { subject, scenario, route, differences } of different) {
  console.log(`\n${subject} · ${scenario} · ${route}`);
  for (const difference of differences ?? []) console.log(`  ${difference}`);
}
const compared = verdicts.filter(({ differences }) => differences).length;
console.log(`\n${compared} comparisons, ${different.length} with a difference`);
process.exitCode = different.length > 0 ? 1 : 0;

function printTable(subject: string): void {
  const own = verdicts.filter((verdict) => verdict.subject === subject);
  const scenarios = [...new Set(own.map(({ scenario }) => scenario))];
  const width = Math.max(...scenarios.map((scenario) => scenario.length));
  console.log(`\n${subject}\n${''.padEnd(width)}  ${chosenRoutes.map(({ name }) => name).join(' | ')}`);
  for (const scenario of scenarios) {
    const cells = chosenRoutes.map(({ name }) => {
      const verdict = own.find((each) => each.scenario === scenario && each.route === name);
      return cell(verdict).padEnd(name.length);
    });
    console.log(`${scenario.padEnd(width)}  ${cells.join(' | ')}`);
  }
  console.log();
}

function cell(verdict: Verdict | undefined): string {
  if (!verdict?.differences) return '–';
  return verdict.differences.length === 0 ? 'same' : 'DIFFERS';
}
