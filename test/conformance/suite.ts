import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { npmPackages } from '../engines/cache.ts';

const VERSION = '0.2.0-alpha.12';
const SUITE_LIMIT_MS = 5 * 60_000;

const Checks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
  }),
);

export type Check = z.infer<typeof Checks>[number];

export interface Scenario {
  readonly name: string;
  /** Why the suite does not score the scenario; undefined when it does. */
  readonly notScored: string | undefined;
}

export interface ScenarioResult extends Scenario {
  readonly checks: readonly Check[];
}

/** Runs the suite's program; a non-zero exit code is a normal result. */
export type Suite = (args: readonly string[]) => Promise<{ code: number; output: string }>;

export async function installSuite(): Promise<Suite> {
  const folder = await npmPackages(`mcp-conformance-${VERSION}`, [
    `@modelcontextprotocol/conformance@${VERSION}`,
  ]);
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const run = promisify(execFile);
  return async (args) => {
    const options = { timeout: SUITE_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
    try {
      const { stdout } = await run(process.execPath, [program, ...args], options);
      return { code: 0, output: stdout };
    } catch (error) {
      return exited(error);
    }
  };
}

function exited(error: unknown): { code: number; output: string } {
  const exit = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).safeParse(error);
  if (!exit.success) throw error;
  return { code: exit.data.code, output: exit.data.stdout + exit.data.stderr };
}

/** Runs every server scenario of one requirement set against a server. */
export async function runRequirements(
  suite: Suite,
  revision: string,
  url: string,
): Promise<ScenarioResult[]> {
  const scenarios = await listScenarios(suite, revision);
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const run = await suite(['server', '--url', url, '--requirements', revision, '--output-dir', folder]);
    const results = await readResults(folder, scenarios);
    if (run.code !== 0 && !results.some(scoredFailure)) {
      throw new Error(`The suite ended with code ${run.code} without a failure:\n${run.output.slice(-2000)}`);
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scoredFailure({ notScored, checks }: ScenarioResult): boolean {
  return notScored === undefined && checks.some(({ status }) => status === 'FAILURE');
}

async function listScenarios(suite: Suite, revision: string): Promise<Scenario[]> {
  const { output } = await suite(['list', '--requirements', revision]);
  const scenarios = parseScenarios(output);
  if (scenarios.length === 0) throw new Error(`The suite lists no server scenario:\n${output}`);
  return scenarios;
}

/** The list has a section per role, then one of what is not scored: "reason (n):" over "- scenario [role]". */
function parseScenarios(listing: string): Scenario[] {
  const scenarios: Scenario[] = [];
  let role = '';
  let reason: string | undefined;
  for (const line of listing.split('\n')) {
    role = /^(\w+) scenarios /.exec(line)?.[1]?.toLowerCase() ?? role;
    reason = /^ {2}(\S+) \(\d+\):$/.exec(line)?.[1] ?? reason;
    const item = /^ +- (\S+)(?: \[(\w+)\])?$/.exec(line);
    if (item?.[1] && (item[2] ?? role) === 'server') scenarios.push({ name: item[1], notScored: reason });
  }
  return scenarios;
}

async function readResults(folder: string, scenarios: readonly Scenario[]): Promise<ScenarioResult[]> {
  const folders = new Map((await readdir(folder)).map((name) => [scenarioOf(name), join(folder, name)]));
  const listed = new Set(scenarios.map(({ name }) => name));
  const unlisted = [...folders.keys()].filter((name) => !listed.has(name));
  if (unlisted.length > 0)
    throw new Error(`The suite ran scenarios it does not list: ${unlisted.join(', ')}`);
  return Promise.all(
    scenarios.map(async (scenario) => ({
      ...scenario,
      checks: await readChecks(folders.get(scenario.name)),
    })),
  );
}

/** Folders are named server-<scenario>-<time of the run>. */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
}

async function readChecks(folder: string | undefined): Promise<Check[]> {
  const missing: Check = { id: 'no-result', status: 'FAILURE', errorMessage: 'The suite wrote no result' };
  if (folder === undefined) return [missing];
  const written = await readFile(join(folder, 'checks.json'), 'utf8').catch(() => undefined);
  return written === undefined ? [missing] : Checks.parse(JSON.parse(written));
}
