import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTests, type TestProjectFixture, testContext, testProjects } from '../testing/test-projects.ts';

describe.each(testProjects)('%s', (_, fixture) => {
  test('lists its tests with the lines of their definitions', async ({ skip }) => {
    const { host, path } = await prepared(fixture, skip);
    const { tests, ...found } = await host.discover(path, testContext);
    expect(found).toEqual({ frameworks: [fixture.framework], problems: [], isComplete: true });
    expect(tests).toEqual(
      fixture.listed.map(([name, line]) => ({ name, line, path, framework: fixture.framework })),
    );
    const all = await host.discover(undefined, testContext);
    expect(all.tests).toEqual(tests);
  });

  test('runs the test at a line, and again when it failed', async ({ skip }) => {
    const { host, path } = await prepared(fixture, skip);
    const { failing } = fixture;
    const failed = {
      framework: fixture.framework,
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [
        {
          name: failing.name,
          path,
          line: failing.failsAt,
          message: expect.stringContaining(failing.message),
        },
      ],
    };
    expect(await host.run({ path, line: failing.line }, testContext)).toMatchObject(failed);
    const others = { ...testContext, scope: 'another caller' };
    await expect(host.run({ scope: 'failed' }, others)).rejects.toMatchObject({
      code: 'E_NO_TEST_AT_LOCATION',
    });
    expect(await host.run({ scope: 'failed' }, testContext)).toMatchObject(failed);
    writeFileSync(path, readFileSync(path, 'utf8').replace(...failing.fix));
    expect(await host.run({ scope: 'failed' }, testContext)).toMatchObject({ passed: 1, failed: 0 });
    await expect(host.run({ scope: 'failed' }, testContext)).rejects.toThrow(
      'No test failed in the last run',
    );
  });

  test('runs one case of a test by name, and a whole file', async ({ skip }) => {
    const { host, path } = await prepared(fixture, skip);
    const one = { passed: 1, failed: 0, skipped: 0, failures: [] };
    expect(await host.run({ name: fixture.oneCase }, testContext)).toMatchObject(one);
    expect(await host.run({ path, name: fixture.oneCase }, testContext)).toMatchObject(one);
    expect(await host.run({ path, scope: 'file' }, testContext)).toMatchObject(fixture.counts);
  });

  test('names the nearest tests where a line or a name has none', async ({ skip }) => {
    const { host, path } = await prepared(fixture, skip);
    const atLine = host.run({ path, line: fixture.lineOutside }, testContext);
    await expect(atLine).rejects.toMatchObject({
      code: 'E_NO_TEST_AT_LOCATION',
      message: expect.stringContaining('Nearest: '),
    });
    const named = host.debug({ path, name: `${fixture.failing.name}x` }, testContext);
    await expect(named).rejects.toMatchObject({
      code: 'E_NO_TEST_AT_LOCATION',
      message: expect.stringContaining(`Nearest: "${fixture.failing.name}"`),
    });
  });
});

async function prepared(fixture: TestProjectFixture, skip: (note: string) => void) {
  const { folder, host } = openTests(fixture.files);
  if (!(await fixture.prepare(folder))) skip(`${fixture.framework} is not on this machine`);
  return { host, path: join(folder, fixture.file) };
}
