import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readEngineReport } from '../test/engines/report.ts';
import { type PublishedName, stagePackage } from './package/stage.ts';

/** `npm test [-- PART…]`: runs all checks and tests, or the named parts. The last line is `N passed, N failed`. */

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Failed tests with the start of each message, repeated at the end, where a truncated log still shows them. */
  readonly failures?: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[] | null;
  }[];
}

type Part = () => Promise<Tally>;

const scratch = mkdtempSync(join(tmpdir(), 'molehill-test-'));
const engineReport = join(scratch, 'engines.jsonl');

function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, MOLEHILL_ENGINE_REPORT: engineReport };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', () => resolve({ code: 1, output }));
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A check counts as one test. */
function check(command: string, ...args: readonly string[]): Part {
  return async () => {
    const { code } = await run(command, args);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  };
}

function checkPackage(name: PublishedName): Part {
  return () => check('publint', stagePackage(name, scratch), '--strict')();
}

function vitest(projects: readonly string[], ...args: readonly string[]): Part {
  return async () => {
    const file = join(scratch, `${projects.join('-')}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const chosen = projects.flatMap((project) => ['--project', project]);
    const { code } = await run('vitest', ['run', ...chosen, ...reporters, ...args]);
    return tallyVitest(file, code);
  };
}

function tallyVitest(file: string, code: number): Tally {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const failed = report.numFailedTests + (report.numFailedTests === 0 && code !== 0 ? 1 : 0);
    const skipped = report.numPendingTests + report.numTodoTests;
    return {
      passed: report.numPassedTests,
      failed,
      skipped,
      failures: report.testResults.flatMap(failuresOf),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = relative(process.cwd(), name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${file}: ${test.fullName}\n${indentedStart(test.failureMessages?.join('\n') ?? '')}`);
  if (tests.length > 0 || status !== 'failed') return tests;
  return [`${file}\n${indentedStart(message)}`];
}

function indentedStart(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, 12);
  return lines.map((line) => `      ${line.slice(0, 300)}`).join('\n');
}

/** For suites that print `N passed, N failed` themselves. */
function counted(...args: readonly string[]): Part {
  return async () => {
    const { code, output } = await run(process.execPath, args);
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
    if (passed === undefined) return { passed: 0, failed: 1, skipped: 0 };
    return { passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1), skipped: 0 };
  };
}

const parts: Readonly<Record<string, Part>> = {
  lint: check('biome', 'check', '--error-on-warnings', '.'),
  types: check('tsc', '--noEmit'),
  'types:page': check('tsc', '--noEmit', '-p', 'packages/dashboard'),
  'types:sample': check('tsc', '--noEmit', '-p', 'examples/shop'),
  imports: check(process.execPath, 'scripts/check-deps.ts'),
  unused: check('knip'),
  generated: check(process.execPath, 'scripts/gen.ts', '--check'),
  'package:molehill': checkPackage('molehill'),
  'package:dbmole-mcp': checkPackage('dbmole-mcp'),
  'package:esmole-mcp': checkPackage('esmole-mcp'),
  'package:vscode': check(process.execPath, 'scripts/package-extension.ts'),
  'unit+integration': vitest(['unit', 'integration'], '--coverage'),
  e2e: vitest(['e2e']),
  conformance: counted('test/conformance/main.ts'),
  // In a shorter run the scatter of the samples is larger than the growth that is allowed.
  soak: counted('test/soak/main.ts', '--minutes', '3'),
};

/** They run only by name: subsets of the parts above, and a real VS Code, which takes minutes to install. */
const single: Readonly<Record<string, Part>> = {
  vscode: vitest(['vscode']),
  unit: vitest(['unit']),
  integration: vitest(['integration']),
};

function choose(names: readonly string[]): string[] {
  const known = { ...parts, ...single };
  const unknown = names.find((name) => !(name in known));
  if (unknown === undefined) return names.length > 0 ? [...names] : Object.keys(parts);
  console.error(`There is no part "${unknown}". Parts: ${Object.keys(known).join(', ')}`);
  process.exit(2);
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

const tallies: [string, Tally, number][] = [];
for (const name of choose(process.argv.slice(2))) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const tally = await (parts[name] ?? single[name])?.();
  if (tally) tallies.push([name, tally, (performance.now() - start) / 1000]);
}

console.log('\nParts');
printTable(
  tallies.map(([name, { passed, failed, skipped }, seconds]) => [
    name,
    `${passed} passed`,
    `${failed} failed`,
    `${skipped} skipped`,
    `${seconds.toFixed(1)} s`,
  ]),
);
const engines = readEngineReport(engineReport);
if (engines.length > 0) console.log('\nEngines');
printTable(engines.map(({ engine, state, detail }) => [engine, state, detail]));
rmSync(scratch, { recursive: true, force: true });

const failures = tallies.flatMap(([, tally]) => tally.failures ?? []);
if (failures.length > 0) console.log(`\nFailed\n${failures.map((failure) => `  ${failure}`).join('\n')}`);

const sum = (key: 'passed' | 'failed') => tallies.reduce((total, [, tally]) => total + tally[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
if (sum('failed') > 0) process.exitCode = 1;
