import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runningProcesses } from '@molehill/core/testing/processes';
import { expect, test, vi } from 'vitest';
import { installOldestNode, whyNoOldestNode } from '../../../../test/engines/node.ts';
import { openTests, testContext, testProjects } from '../testing/test-projects.ts';

const [, nodeTest] = testProjects.find(([name]) => name === 'node:test') ?? [];

test('the nearest package decides, and an import decides before it', async () => {
  const { folder, host } = openTests({
    'package.json': '{ "devDependencies": { "jest": "30" } }',
    'a/package.json': '{ "scripts": { "test": "vitest run" } }',
    'a/a.test.js': "test('a', () => {});",
    'b/b.test.js': "test('b', () => {});",
    'a/own.test.mjs': "import test from 'node:test'; test('own', () => {});",
  });
  const refused = (name: string) => host.run({ path: join(folder, name), scope: 'file' }, testContext);
  await expect(refused('a/a.test.js')).rejects.toThrow(`vitest is not installed: ${join(folder, 'a')}`);
  await expect(refused('b/b.test.js')).rejects.toThrow(`jest is not installed: ${folder}`);
  expect(await refused('a/own.test.mjs')).toMatchObject({ framework: 'node:test', passed: 1 });
  const { tests, problems, isComplete } = await host.discover(undefined, testContext);
  expect(tests).toMatchObject([{ name: 'own', framework: 'node:test', line: 1 }]);
  expect(problems).toHaveLength(2);
  expect(isComplete).toBe(false);
});

test('says why no framework was recognised', async () => {
  const { folder, host } = openTests({
    'package.json': '{}',
    'a.test.js': "test('a', () => {});",
    'b_test.go': 'package b',
    'c.rb': '',
    'd.test.ts': "import { test } from 'bun:test';",
  });
  const discover = (name: string) => host.discover(join(folder, name), testContext);
  const code = 'E_TESTS_NOT_DISCOVERED';
  const because = (text: string) => ({ code, message: expect.stringContaining(text) });
  await expect(discover('a.test.js')).rejects.toMatchObject(because('names vitest or jest'));
  await expect(discover('b_test.go')).rejects.toMatchObject(because('no go.mod'));
  await expect(discover('c.rb')).rejects.toMatchObject(because('only JavaScript'));
  await expect(discover('d.test.ts')).rejects.toMatchObject(because('bun:test'));
  await expect(host.discover('/', testContext)).rejects.toMatchObject({ code: 'E_UNTRUSTED_WORKSPACE' });
});

test('a name that several tests have is refused with their places', async () => {
  const text = "require('node:test').test('same', () => {});";
  const { folder, host } = openTests({ 'package.json': '{}', 'a.test.js': text, 'b.test.js': text });
  const message = expect.stringContaining(`${join(folder, 'a.test.js')}:1, ${join(folder, 'b.test.js')}:1`);
  await expect(host.run({ name: 'same' }, testContext)).rejects.toMatchObject({
    code: 'E_NO_TEST_AT_LOCATION',
    message,
  });
});

test('a file that cannot be loaded is a failure with its reason', async () => {
  const { folder, host } = openTests({
    'package.json': '{}',
    'a.test.js': "require('node:test').test('a', () => {});\nrequire('./missing.js');",
  });
  const path = join(folder, 'a.test.js');
  const run = await host.run({ path, scope: 'file' }, testContext);
  expect(run).toMatchObject({ failed: 1, failures: [{ name: path }] });
  expect(run.outputTail.join('\n')).toContain('missing.js');
});

test('a cancelled run ends the framework and every process it started', async () => {
  const { folder, host } = openTests({
    'package.json': '{}',
    'a.test.js': `const { test } = require('node:test');
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
test('forever', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync('pids.tmp', [process.pid, child.pid].join(' '));
  require('node:fs').renameSync('pids.tmp', 'pids');
  await new Promise(() => setInterval(() => {}, 1000));
});
`,
  });
  const cancel = new AbortController();
  const context = { ...testContext, signal: cancel.signal };
  const run = host.run({ path: join(folder, 'a.test.js'), scope: 'file' }, context);
  const ended = expect(run).rejects.toThrow();
  await vi.waitUntil(() => existsSync(join(folder, 'pids')), { timeout: 30_000 });
  cancel.abort();
  await ended;
  const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
  expect(pids).toHaveLength(2);
  expect(runningProcesses().filter(({ pid }) => pids.includes(pid))).toEqual([]);
});

test.skipIf(whyNoOldestNode())('chooses a test by title where Node.js matches no whole names', async () => {
  const node = await installOldestNode();
  const PATH = `${dirname(node)}:${process.env.PATH}`;
  const { folder, host } = openTests(nodeTest?.files ?? {}, { ...process.env, PATH });
  const path = join(folder, nodeTest?.file ?? '');
  const { failing, counts } = nodeTest ?? {};
  expect(await host.run({ path, line: failing?.line ?? 0 }, testContext)).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [{ name: failing?.name, line: failing?.failsAt }],
  });
  expect(await host.run({ path, scope: 'file' }, testContext)).toMatchObject(counts ?? {});
});
