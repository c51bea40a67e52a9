import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npmPackages } from '../../test/engines/cache.ts';
import { startPostgres } from '../../test/engines/postgres.ts';
import type { ServerAddress } from '../../test/engines/server.ts';
import { printTable } from '../measure.ts';
import { type Connection, connect } from './agent.ts';
import { factsOf, fill } from './dataset.ts';
import { type Task, tasks } from './tasks.ts';

/** Twelve tasks over the tools alone, with calls and characters: `npm run tasks [-- --rows N]`. */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });

interface Outcome {
  readonly solved: boolean;
  readonly calls: number;
  readonly characters: number;
}

const dsnOf = ({ host, port, user, password }: ServerAddress, database: string) =>
  `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;

function connectMolehill(server: ServerAddress, folder: string): Promise<Connection> {
  const { host, port, user, password } = server;
  const address = { host, port, user, password, database: 'music' };
  const connection = { name: 'music', type: 'postgres', ...address, readonly: true };
  const cwd = join(folder, 'workspace');
  mkdirSync(cwd);
  return connect({
    args: [fileURLToPath(new URL('../../packages/cli/bin/molehill.mjs', import.meta.url)), 'mcp'],
    env: { MOLEHILL_HOME: join(folder, 'state'), DBMOLE_CONNECTIONS: JSON.stringify([connection]) },
    cwd,
    archive: dsnOf(server, 'archive'),
  });
}

async function connectDbhub(server: ServerAddress, folder: string): Promise<Connection> {
  const installed = await npmPackages('dbhub-1.4.0', ['@bytebase/dbhub@1.4.0']);
  const program = join(installed, 'node_modules/@bytebase/dbhub/dist/index.js');
  const dsn = `${dsnOf(server, 'music')}?sslmode=disable`;
  return connect({
    args: [program, '--transport', 'stdio', '--dsn', dsn],
    env: {},
    cwd: folder,
    archive: dsnOf(server, 'archive'),
  });
}

async function attempt(
  connection: Connection,
  script: Task['molehill'] | undefined,
  facts: readonly string[],
): Promise<Outcome | undefined> {
  if (!script) return undefined;
  const agent = connection.newAgent();
  await script(agent).catch((error: unknown) => console.log(`         ${String(error).split('\n')[0]}`));
  return { solved: agent.hasRead(facts), calls: agent.calls, characters: agent.characters };
}

const cells = (outcome: Outcome | undefined) =>
  outcome
    ? [outcome.solved ? 'yes' : 'no', String(outcome.calls), String(outcome.characters)]
    : ['not possible', '', ''];

function totals(outcomes: readonly (Outcome | undefined)[]): readonly string[] {
  const tried = outcomes.filter((outcome) => outcome !== undefined);
  const sum = (value: (outcome: Outcome) => number) =>
    String(tried.reduce((total, outcome) => total + value(outcome), 0));
  return [
    sum(({ solved }) => Number(solved)),
    sum(({ calls }) => calls),
    sum(({ characters }) => characters),
  ];
}

interface Result {
  readonly goal: string;
  readonly ours: Outcome | undefined;
  readonly theirs: Outcome | undefined;
}

async function runTasks(server: ServerAddress, ours: Connection, theirs: Connection): Promise<Result[]> {
  const results: Result[] = [];
  for (const { goal, facts, molehill, dbhub } of tasks) {
    const wanted = typeof facts === 'string' ? await factsOf(server, facts) : facts;
    results.push({
      goal,
      ours: await attempt(ours, molehill, wanted),
      theirs: await attempt(theirs, dbhub, wanted),
    });
  }
  return results;
}

function report(results: readonly Result[]): void {
  const both = results.filter(({ theirs }) => theirs);
  const sums = [...totals(both.map(({ ours }) => ours)), ...totals(both.map(({ theirs }) => theirs))];
  printTable([
    ['task', 'Molehill', 'calls', 'characters', 'dbhub 1.4.0', 'calls', 'characters'],
    ...results.map(({ goal, ours, theirs }) => [goal, ...cells(ours), ...cells(theirs)]),
    [`the ${both.length} tasks of both`, ...sums],
  ]);
}

async function main(server: ServerAddress, folder: string): Promise<boolean> {
  await fill(server, Number(values.rows));
  const ours = await connectMolehill(server, folder);
  const theirs = await connectDbhub(server, folder);
  const results = await runTasks(server, ours, theirs);
  await Promise.all([ours.close(), theirs.close()]);
  report(results);
  const list = ({ listed }: Connection) => `${listed.tools} tools, ${listed.characters} characters`;
  console.log(`\ntool lists: Molehill ${list(ours)}; dbhub ${list(theirs)}`);
  return results.every((result) => result.ours?.solved);
}

const server = await startPostgres();
if (!server) {
  console.log('skipped: no PostgreSQL can be had here');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-tasks-'));
  try {
    process.exitCode = (await main(server, folder)) ? 0 : 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
