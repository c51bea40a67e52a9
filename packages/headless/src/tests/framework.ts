import type { DebugConfiguration, StartContext } from '@molehill/editor/host';
import type { SourceTest } from './source/source-test.ts';

export type FrameworkId = 'vitest' | 'jest' | 'node:test' | 'pytest' | 'go test';

/** Files whose tests one command runs: a framework and the folder it runs in. */
export interface TestProject {
  readonly framework: FrameworkId;
  readonly root: string;
}

/** What to run of one file. Without a test, all of it. */
export interface TestTarget {
  readonly path: string;
  readonly test?: SourceTest;
  /** One case of a parametrised test, or a test that only the framework knows: its whole name. */
  readonly name?: string;
}

export interface ListedTest {
  readonly name: string;
  readonly path: string;
  /** Where the framework tells it. */
  readonly line?: number | undefined;
}

export interface Listing {
  readonly tests: readonly ListedTest[];
  /** Files that could not be loaded, and why. */
  readonly problems: readonly string[];
}

/** A test that was run, or a file that could not be. */
export interface TestCase {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The file that has the test, where it is known. */
  readonly testPath?: string | undefined;
  /** Where it failed. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly message?: string | undefined;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProgramEnd {
  readonly code: number | null;
  /** What it printed last, without escape sequences. */
  readonly tail: readonly string[];
}

/** Runs programs of one call. Rejects when the signal is aborted; the program and what it started are ended then. */
export interface Runner {
  readonly context: StartContext;
  run(program: Program, onLine?: (line: string) => void): Promise<ProgramEnd>;
  /** An empty folder for reports, removed after the call. */
  folder(): Promise<string>;
}

export interface RunResult {
  readonly cases: readonly TestCase[];
  readonly end: ProgramEnd;
}

export interface Framework {
  readonly id: FrameworkId;
  /** Between the titles of a name. */
  readonly separator: string;
  parse(text: string): SourceTest[];
  /** Tests of the files. E_TESTS_NOT_DISCOVERED. */
  list(project: TestProject, paths: readonly string[], runner: Runner): Promise<Listing>;
  run(project: TestProject, targets: readonly TestTarget[], runner: Runner): Promise<RunResult>;
  /** A configuration that runs the one target in one process. */
  debug(project: TestProject, target: TestTarget, runner: Runner): Promise<DebugConfiguration>;
}

/** Titles of a name as the framework or a person writes it. */
export function titlesOf(framework: Framework, name: string): string[] {
  if (framework.separator === '::') return name.split('::').filter((title) => !/\.py$/.test(title));
  if (framework.separator === '/') return name.split('/').map((title) => title.replaceAll(/\s/g, '_'));
  return name.split(/\s+[>›]\s+/);
}

export function sourceName(framework: Framework, test: SourceTest): string {
  return test.titles.map(({ text }) => text).join(framework.separator);
}

/** The name of a target as an agent reads it. */
export function targetName(framework: Framework, { test, name, path }: TestTarget): string {
  return name ?? (test ? sourceName(framework, test) : path);
}
