import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration } from '@molehill/editor/host';
import * as z from 'zod';
import { pythonInterpreter } from '../../python-interpreter.ts';
import type {
  Framework,
  Listing,
  ProgramEnd,
  Runner,
  RunResult,
  TestCase,
  TestProject,
  TestTarget,
} from '../framework.ts';
import { targetName } from '../framework.ts';
import { pythonTests } from '../source/python.ts';
import { messageText, noReport } from './javascript.ts';
import { pythonModules } from './python-modules.ts';

export const pytest: Framework = { id: 'pytest', separator: '::', parse: pythonTests, list, run, debug };

/** Writes what pytest tells its plugins: node ids, places and results, whatever options the project has. */
const PLUGIN = `
import json, os

def _write(**event):
    with open(os.environ["MOLEHILL_REPORT"], "a", encoding="utf-8") as report:
        report.write(json.dumps(event) + "\\n")

def pytest_collection_finish(session):
    if session.config.option.collectonly:
        for item in session.items:
            path = str(getattr(item, "path", None) or item.fspath)
            _write(event="item", id=item.nodeid, path=path, line=(item.location[1] or 0) + 1)

def pytest_collectreport(report):
    if report.failed:
        _write(event="problem", id=report.nodeid, message=str(report.longrepr))

def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        crash = getattr(report.longrepr, "reprcrash", None)
        _write(event="result", id=report.nodeid, outcome=report.outcome, line=getattr(crash, "lineno", None),
               at=str(getattr(crash, "path", "")), message=getattr(crash, "message", None) or str(report.longrepr or ""))
`;

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('item'), id: z.string(), path: z.string(), line: z.number() }),
  z.object({ event: z.literal('problem'), id: z.string(), message: z.string() }),
  z.object({
    event: z.literal('result'),
    id: z.string(),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    line: z.number().nullable(),
    at: z.string(),
    message: z.string(),
  }),
]);
type Event = z.output<typeof eventSchema>;
type ResultEvent = Extract<Event, { event: 'result' }>;

async function list(project: TestProject, paths: readonly string[], runner: Runner): Promise<Listing> {
  const { events, end } = await runPytest(project, ['--collect-only', '-q', ...paths], runner);
  const tests = events
    .filter((event) => event.event === 'item')
    .map(({ id, path, line }) => ({ name: nameOf(id), path, line }));
  const problems = problemsOf(events);
  // 5: nothing was collected.
  if (tests.length === 0 && problems.length === 0 && end.code !== 0 && end.code !== 5)
    throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', `pytest failed: ${end.tail.slice(-8).join('\n')}`);
  return { tests, problems };
}

function problemsOf(events: readonly Event[]): string[] {
  return events
    .filter((event) => event.event === 'problem')
    .map(({ id, message }) => `${id}: ${lastLine(message)}`);
}

/** The last line of a Python traceback says what went wrong. */
function lastLine(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => line.startsWith('E ')) ?? lines.at(-1) ?? message)
    .replace(/^E\s+/, '')
    .trim();
}

async function run(project: TestProject, targets: readonly TestTarget[], runner: Runner): Promise<RunResult> {
  const { events, end } = await runPytest(project, targets.map(nodeId), runner);
  const problems = events
    .filter((event) => event.event === 'problem')
    .map(({ id, message }): TestCase => ({ name: id, status: 'failed', message: lastLine(message) }));
  const results = new Map<string, TestCase>();
  for (const event of events.filter((one) => one.event === 'result')) {
    if (results.get(event.id)?.status !== 'failed') results.set(event.id, testCase(event, targets));
  }
  if (events.length === 0) throw noReport(end);
  return { cases: [...results.values(), ...problems], end };
}

function testCase({ id, outcome, line, at, message }: ResultEvent, targets: readonly TestTarget[]): TestCase {
  const file = id.split('::')[0] ?? '';
  const path = targets.find((target) => target.path.endsWith(file))?.path;
  if (outcome !== 'failed') return { name: nameOf(id), status: outcome, testPath: path };
  // A failure inside the code under test is shown where it was raised.
  return {
    name: nameOf(id),
    status: 'failed',
    testPath: path,
    path: at || path,
    line: line ?? undefined,
    message: messageText(message),
  };
}

const nameOf = (id: string): string => id.split('::').slice(1).join('::');

function nodeId({ path, test, name }: TestTarget): string {
  const own = name ?? test?.titles.map(({ text }) => text).join('::');
  return own === undefined ? path : `${path}::${own}`;
}

interface PytestRun {
  readonly events: readonly Event[];
  readonly end: ProgramEnd;
}

async function runPytest(project: TestProject, args: readonly string[], runner: Runner): Promise<PytestRun> {
  const python = pythonInterpreter(project.root);
  await pythonModules(python, project.root, runner);
  const folder = await runner.folder();
  const report = join(folder, 'report.jsonl');
  await writeFile(join(folder, 'molehill_report.py'), PLUGIN);
  const end = await runner.run({
    command: python,
    args: ['-m', 'pytest', '-p', 'molehill_report', '--color=no', ...args],
    cwd: project.root,
    env: {
      MOLEHILL_REPORT: report,
      PYTHONPATH: [folder, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  const text = await readFile(report, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return { events: lines.map((line) => eventSchema.parse(JSON.parse(line))), end };
}

async function debug(project: TestProject, target: TestTarget, runner: Runner): Promise<DebugConfiguration> {
  const python = pythonInterpreter(project.root);
  const modules = await pythonModules(python, project.root, runner);
  // Workers are other processes, and measuring coverage takes the debugger's place.
  const alone = [
    ...(modules.has('xdist') ? ['-n0'] : []),
    ...(modules.has('pytest_cov') ? ['--no-cov'] : []),
  ];
  return {
    type: 'debugpy',
    request: 'launch',
    name: `pytest: ${targetName(pytest, target)}`,
    module: 'pytest',
    args: [nodeId(target), ...alone],
    cwd: project.root,
    python,
    console: 'internalConsole',
    justMyCode: true,
  };
}
