import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonSources } from '../../test/engines/code-packages.ts';
import { writeTypescriptProject } from '../../test/engines/typescript-project.ts';
import { judge, median, printTable } from '../measure.ts';
import {
  type Contender,
  molehill,
  openMolehill,
  type Place,
  pythonPeers,
  typescriptPeers,
} from './contenders.ts';

/** Renames and references on the largest projects, compared in one run: `npm run bench:code [-- --rounds N]`. */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });

interface Project {
  readonly name: string;
  readonly folder: string;
  readonly first: Place;
  readonly second: Place;
  readonly peers: readonly Contender[];
}

interface Figures {
  /** From the start of the process. */
  readonly first: number;
  readonly rename: number;
  readonly references: number;
  readonly edits: number;
  readonly found: number;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [ms: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}

async function measure(contender: Contender, { folder, first, second }: Project): Promise<Figures> {
  const [opening, opened] = await timed(() => contender.open(folder));
  const renames: number[] = [];
  const references: number[] = [];
  let found = 0;
  try {
    const [firstMs, edits] = await timed(() => opened.rename(first, 'Renamed'));
    await opened.rename(second, 'Renamed');
    for (let round = 0; round < Number(values.rounds); round++) {
      renames.push((await timed(() => opened.rename(second, `Renamed${round}`)))[0]);
      const [ms, count] = await timed(() => opened.references(second));
      references.push(ms);
      found = count;
    }
    return {
      first: opening + firstMs,
      rename: median(renames),
      references: median(references),
      edits,
      found,
    };
  } finally {
    await opened.close();
  }
}

function report({ name }: Project, all: readonly Contender[], figures: readonly Figures[]): boolean {
  const row = (title: string, pick: (figure: Figures) => number, digits = 0) => [
    title,
    ...figures.map((figure) => pick(figure).toFixed(digits)),
  ];
  console.log('');
  printTable([
    [name, ...all.map((contender) => contender.name)],
    row('start to first rename, ms', (f) => f.first),
    row('rename when warm, p50 ms', (f) => f.rename, 1),
    row('references when warm, p50 ms', (f) => f.references, 1),
    row('edits of the first rename', (f) => f.edits),
    row('references found', (f) => f.found),
  ]);
  const [ours, peer] = figures;
  if (!ours || !peer) return false;
  const ratio = (what: string, pick: (figure: Figures) => number) =>
    judge({
      what: `${name}: ${what}, ratio to ${all[1]?.name}`,
      value: pick(ours) / pick(peer),
      wanted: 1.2,
    });
  return [
    ratio('start to first rename', (f) => f.first),
    ratio('rename when warm', (f) => f.rename),
    ratio('references when warm', (f) => f.references),
  ].every(Boolean);
}

const codeTool = /^(symbol_|rename_|diagnostic_|action_|code_format|get_setting|set_setting|editor_)/;

async function listTokens(folder: string, home: string): Promise<boolean> {
  const session = await openMolehill(folder, home);
  await session.close();
  const tools = session.tools.filter(({ name }) => codeTool.test(name));
  console.log('');
  printTable([['tokens in tools/list', ''], ...tools.map(({ name, tokens }) => [name, tokens.toFixed(0)])]);
  const mean = tools.reduce((sum, { tokens }) => sum + tokens, 0) / tools.length;
  return judge({ what: 'tokens a code tool, mean', value: mean, wanted: 120 });
}

function placeOf(folder: string, name: string, text: string): Place {
  const path = join(folder, name);
  const lines = readFileSync(path, 'utf8').split('\n');
  const line = lines.findIndex((content) => content.startsWith(text));
  if (line < 0) throw new Error(`${name} has no line ${text}`);
  return { path, line: line + 1, column: text.lastIndexOf(' ') + 2 };
}

async function typescriptProject(folder: string): Promise<Project> {
  if (!(await writeTypescriptProject('effect', folder))) throw new Error('effect cannot be fetched');
  const first = placeOf(folder, 'src/Effect.ts', 'export interface Effect');
  const second = placeOf(folder, 'src/Chunk.ts', 'export interface Chunk');
  return { name: 'effect (TypeScript)', folder, first, second, peers: await typescriptPeers() };
}

async function pythonProject(folder: string): Promise<Project> {
  const sources = await pythonSources('networkx');
  if (!sources) throw new Error('networkx cannot be fetched');
  cpSync(join(sources, 'networkx'), join(folder, 'networkx'), { recursive: true });
  const first = placeOf(folder, 'networkx/classes/graph.py', 'class Graph');
  const second = placeOf(folder, 'networkx/classes/digraph.py', 'class DiGraph');
  return { name: 'networkx (Python)', folder, first, second, peers: await pythonPeers() };
}

const temporary = (name: string) => realpathSync(mkdtempSync(join(tmpdir(), `molehill-bench-${name}-`)));
const folders = ['typescript', 'python', 'state'].map(temporary);
const [typescript = '', python = '', home = ''] = folders;
try {
  const met: boolean[] = [];
  for (const project of [await typescriptProject(typescript), await pythonProject(python)]) {
    const all = [molehill(home), ...project.peers];
    const figures: Figures[] = [];
    for (const contender of all) figures.push(await measure(contender, project));
    met.push(report(project, all, figures));
  }
  met.push(await listTokens(typescript, home));
  if (!met.every(Boolean)) process.exitCode = 1;
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
