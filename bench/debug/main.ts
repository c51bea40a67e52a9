import { copyFileSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judge, median, printTable } from '../measure.ts';
import { type Contender, contenders, type Program } from './contenders.ts';
import { openSession } from './session.ts';

/** Debuggers compared on the same programs in one run: `npm run bench:debug [-- --starts N --steps N]`. */

const { values } = parseArgs({
  options: { starts: { type: 'string', default: '7' }, steps: { type: 'string', default: '40' } },
});

interface Figures {
  readonly start: number;
  readonly step: number;
  readonly variables: number;
  readonly taskCalls: number;
  readonly taskTokens: number;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Start to stopped; then steps and variables in the last session. */
async function latencies(contender: Contender, program: Program, cwd: string) {
  const session = await openSession(contender, cwd);
  const starts: number[] = [];
  const steps: number[] = [];
  const variables: number[] = [];
  try {
    for (let round = 0; round < Number(values.starts); round++) {
      const debugging = contender.debug(session.call);
      starts.push(await timed(() => debugging.start(program)));
      if (round === Number(values.starts) - 1)
        for (let step = 0; step < Number(values.steps); step++) {
          steps.push(await timed(debugging.step));
          variables.push(await timed(debugging.variables));
        }
      await debugging.stop();
    }
  } finally {
    await session.close();
  }
  return { start: median(starts), step: median(steps), variables: median(variables) };
}

/** Stop at one item of 400, look around, run to the end: what the model reads. */
async function task(contender: Contender, program: Program, cwd: string) {
  const session = await openSession(contender, cwd);
  try {
    const debugging = contender.debug(session.call);
    await debugging.start(program, program.condition);
    await debugging.stack();
    await debugging.variables();
    await debugging.evaluate('total + price');
    await debugging.step();
    await debugging.finish(program.printed);
    await debugging.stop();
    return { taskCalls: session.calls(), taskTokens: session.characters() / 4 };
  } finally {
    await session.close();
  }
}

async function measure(contender: Contender, program: Program, cwd: string): Promise<Figures> {
  return { ...(await latencies(contender, program, cwd)), ...(await task(contender, program, cwd)) };
}

function report(program: Program, all: readonly Contender[], figures: readonly Figures[]): boolean {
  const row = (title: string, pick: (figure: Figures) => number, digits = 1) => [
    title,
    ...figures.map((figure) => pick(figure).toFixed(digits)),
  ];
  console.log('');
  printTable([
    [program.language, ...all.map(({ name }) => name)],
    row('start to stopped, p50 ms', (f) => f.start),
    row('step, p50 ms', (f) => f.step),
    row('variables, p50 ms', (f) => f.variables),
    row('one task, calls', (f) => f.taskCalls, 0),
    row('one task, tokens of answers', (f) => f.taskTokens, 0),
  ]);
  const [ours, peer] = figures;
  if (!ours || !peer) return false;
  const ratio = (what: string, pick: (figure: Figures) => number) =>
    judge({ what: `${program.language}: ${what}, ratio`, value: pick(ours) / pick(peer), wanted: 1 });
  return [
    ratio('start to stopped', (f) => f.start),
    ratio('step', (f) => f.step),
    ratio('variables', (f) => f.variables),
    ratio('tokens of one task', (f) => f.taskTokens),
  ].every(Boolean);
}

async function listTokens(all: readonly Contender[], cwd: string): Promise<boolean> {
  const tokens: number[] = [];
  for (const contender of all) {
    const session = await openSession(contender, cwd);
    tokens.push(session.listTokens);
    await session.close();
  }
  console.log('');
  printTable([['tokens of tools/list', ...tokens.map((count) => count.toFixed(0))]]);
  const [ours = Number.NaN, peer = Number.NaN] = tokens;
  return judge({ what: 'tokens of tools/list, ratio', value: ours / peer, wanted: 1 });
}

const source = fileURLToPath(new URL('programs', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'molehill-bench-')));
const home = mkdtempSync(join(tmpdir(), 'molehill-bench-state-'));
try {
  for (const name of readdirSync(source)) copyFileSync(join(source, name), join(folder, name));
  const programs: Program[] = [
    {
      language: 'javascript',
      path: join(folder, 'totals.mjs'),
      line: 3,
      condition: "item.sku === 'A-200'",
      printed: 'total 159600',
    },
    {
      language: 'python',
      path: join(folder, 'totals.py'),
      line: 3,
      condition: "item['sku'] == 'A-200'",
      printed: 'total 159600',
    },
  ];
  const all = await contenders(folder, home);
  const met = [await listTokens(all, folder)];
  for (const program of programs) {
    const figures: Figures[] = [];
    for (const contender of all) figures.push(await measure(contender, program, folder));
    met.push(report(program, all, figures));
  }
  if (!met.every(Boolean)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
