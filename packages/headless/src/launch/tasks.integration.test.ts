// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of tasks.json look like templates.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StartContext } from '@molehill/editor/host';
import { expect, test } from 'vitest';
import { openTestHost, startContext, startOf, type TestHostWithRecords } from '../testing/host.ts';

const server = { name: 'server', type: 'node', request: 'launch', program: '${workspaceFolder}/server.js' };
const HELLO = 'console.log("server runs");\n';
const FOREVER = 'console.log("server runs");\nsetInterval(() => {}, 1000);\n';

interface Project {
  readonly tasks: readonly object[];
  readonly launch?: object;
  readonly files?: Readonly<Record<string, string>>;
}

function projectWith({ tasks, launch, files = {} }: Project): TestHostWithRecords {
  const opened = openTestHost({});
  const configurations = [{ ...server, preLaunchTask: 'build' }];
  const all = {
    'server.js': HELLO,
    '.vscode/launch.json': JSON.stringify(launch ?? { configurations }),
    '.vscode/tasks.json': JSON.stringify({ version: '2.0.0', tasks }),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(opened.folder, name)), { recursive: true });
    writeFileSync(join(opened.folder, name), text);
  }
  return opened;
}

const start = (
  { host, folder }: TestHostWithRecords,
  name = 'server',
  context: StartContext = startContext,
) => host.debug.start({ ...startOf(folder, {}), launch: { name } }, context);

const log = ({ folder }: TestHostWithRecords) => readFileSync(join(folder, 'log'), 'utf8');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
}

test('a shell task runs before the program, with its variables, environment and directory', async () => {
  const opened = projectWith({
    files: { 'api/keep': '' },
    tasks: [
      {
        label: 'build',
        type: 'shell',
        command: 'false',
        args: [
          '"%s|%s|%s|%s"',
          '"$PWD"',
          '$LEVEL',
          'a b',
          { value: '$LEVEL', quoting: 'strong' },
          '>',
          '../log',
        ],
        options: { cwd: '${workspaceFolder}/api', env: { LEVEL: '${workspaceFolderBasename}' } },
        linux: { command: 'printf' },
        osx: { command: 'printf' },
      },
    ],
  });
  const [session] = await start(opened);
  await session?.ended;
  const base = opened.folder.split('/').at(-1);
  expect(log(opened)).toBe(`${opened.folder}/api|${base}|a b|$LEVEL`);
  expect(opened.records.output()).toContain('server runs');
});

test('tasks that it depends on run first, each once: in order, or at the same time', async () => {
  const append = (word: string) => ({ label: word, type: 'shell', command: `echo ${word} >> log` });
  const opened = projectWith({
    tasks: [
      {
        label: 'build',
        type: 'shell',
        command: 'echo build >> log',
        dependsOn: ['two', 'three'],
        dependsOrder: 'sequence',
      },
      { ...append('two'), dependsOn: 'one' },
      { ...append('three'), dependsOn: ['one'] },
      append('one'),
    ],
  });
  await start(opened);
  expect(log(opened)).toBe('one\ntwo\nthree\nbuild\n');
});

test('npm scripts run as tasks, also those that tasks.json does not name', async () => {
  const scripts = { compile: 'echo compiled >> log', lint: 'echo linted >> log' };
  const opened = projectWith({
    files: { 'package.json': JSON.stringify({ scripts }) },
    tasks: [{ label: 'build', type: 'npm', script: 'compile', dependsOn: 'npm: lint' }],
  });
  await start(opened);
  expect(log(opened)).toBe('linted\ncompiled\n');
});

test('a process task gets its arguments as they are', async () => {
  const script = 'require("fs").writeFileSync("log", process.argv.slice(1).join("|"))';
  const opened = projectWith({
    tasks: [
      { label: 'build', type: 'process', command: process.execPath, args: ['-e', script, '$HOME', 'a b'] },
    ],
  });
  await start(opened);
  expect(log(opened)).toBe('$HOME|a b');
});

test('a task that fails ends the start with the end of its output', async () => {
  const opened = projectWith({
    tasks: [
      {
        label: 'build',
        type: 'shell',
        command: 'echo first; printf "\\033[31mtotal.ts: error\\033[0m\\n" >&2; exit 2',
      },
    ],
  });
  await expect(start(opened)).rejects.toMatchObject({
    code: 'E_PRELAUNCH_FAILED',
    message: expect.stringMatching(
      /^The task "build" ended with code 2\. Its last output:\n.*total\.ts: error/s,
    ),
  });
  expect(opened.host.debug.sessions).toEqual([]);
  expect(opened.records.sessions).toEqual([]);
});

test('a background task is waited for until its pattern, and ends with the session', async () => {
  const opened = projectWith({
    files: { 'server.js': FOREVER },
    tasks: [
      {
        label: 'build',
        type: 'shell',
        isBackground: true,
        command: 'echo $$ > log; echo starting; sleep 0.2; echo "now watching"; exec sleep 600',
        problemMatcher: {
          background: { activeOnStart: true, beginsPattern: 'starting', endsPattern: '^now watching$' },
        },
      },
    ],
  });
  const [session] = await start(opened);
  const pid = Number(log(opened));
  expect(isAlive(pid)).toBe(true);
  await session?.stop({ detach: false });
  await gone(pid);
});

test('a background task that ends before it is ready, or says nothing about it, fails the start', async () => {
  const background = { label: 'build', type: 'shell', isBackground: true };
  const ended = projectWith({
    tasks: [{ ...background, command: 'echo cannot listen; exit 3', problemMatcher: '$tsc-watch' }],
  });
  await expect(start(ended)).rejects.toThrow(
    /ended with code 3 before it was ready\. Its last output:\ncannot listen/,
  );
  const silent = projectWith({ tasks: [{ ...background, command: 'echo $$ > log; exec sleep 600' }] });
  await expect(start(silent)).rejects.toThrow(/no background\.endsPattern/);
});

test('a cancelled start ends its task', async () => {
  const opened = projectWith({
    tasks: [{ label: 'build', type: 'shell', command: 'echo $$ > log; exec sleep 600' }],
  });
  const abort = new AbortController();
  const starting = start(opened, 'server', { signal: abort.signal, progress() {} });
  await expect.poll(() => existsSync(join(opened.folder, 'log')) && log(opened)).toMatch(/\d+/);
  abort.abort();
  await expect(starting).rejects.toThrow(/abort/i);
  await gone(Number(log(opened)));
});

test.each([
  [[{ label: 'bild', type: 'shell', command: 'true' }], /no task "build"\. Did you mean "bild"\?/],
  [[{ label: 'build', type: 'gulp', command: 'x' }], /of type gulp, which only VS Code can run/],
  [
    [
      { label: 'build', dependsOn: 'a' },
      { label: 'a', dependsOn: 'build' },
    ],
    /depends on itself: build → a → build/,
  ],
  [[{ label: 'build', type: 'process', command: './missing' }], /did not start: .*ENOENT/],
])('what is wrong with a task is named: %j', async (tasks, message) => {
  const error = { code: 'E_PRELAUNCH_FAILED', message: expect.stringMatching(message) };
  await expect(start(projectWith({ tasks }))).rejects.toMatchObject(error);
});

test('a task that asks a person is refused by name', async () => {
  const tasks = [{ label: 'build', type: 'shell', command: 'deploy ${input:stage}' }];
  await expect(start(projectWith({ tasks }))).rejects.toMatchObject({
    code: 'E_CONFIRMATION_REQUIRED',
    message: expect.stringContaining('${input:stage}'),
  });
});

test('a compound starts all its sessions, and stopAll ends them together', async () => {
  const opened = projectWith({
    tasks: [],
    files: { 'server.js': FOREVER, 'client.js': FOREVER },
    launch: {
      configurations: [server, { ...server, name: 'client', program: 'client.js' }],
      compounds: [{ name: 'both', configurations: ['server', 'client'], stopAll: true }],
    },
  });
  const sessions = await start(opened, 'both');
  expect(sessions.map(({ name }) => name)).toEqual(['server', 'client']);
  await sessions[0]?.stop({ detach: false });
  await Promise.all(sessions.map(({ ended }) => ended));
  await expect.poll(() => opened.host.debug.sessions).toEqual([]);
});

test('a compound whose second session cannot start leaves none running', async () => {
  const opened = projectWith({
    tasks: [],
    files: { 'server.js': FOREVER },
    launch: {
      configurations: [server, { ...server, name: 'client', type: 'cobol' }],
      compounds: [{ name: 'both', configurations: ['server', 'client'] }],
    },
  });
  await expect(start(opened, 'both')).rejects.toThrow(/cobol/);
  await expect.poll(() => opened.host.debug.sessions).toEqual([]);
});
