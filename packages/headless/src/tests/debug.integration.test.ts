import { expect, test } from 'vitest';
import { openDebugClient } from '../testing/debug-client.ts';
import { testProjects } from '../testing/test-projects.ts';

test.each(testProjects)('debugs one test of %s in one process', async (_, fixture) => {
  const { file, files, failing, framework, prepare } = fixture;
  const client = openDebugClient({ files });
  if (!(await prepare(client.folder))) return;
  await client.call('breakpoint_set', { path: file, line: failing.failsAt });
  // A breakpoint in a test that must not run.
  const [other] = fixture.listed.filter(([name]) => name !== failing.name);
  await client.call('breakpoint_set', { path: file, line: (other?.[1] ?? 0) + fixture.bodyOffset });
  const stop = await client.call('test_debug', { path: file, line: failing.line });
  expect(stop).toMatchObject({
    event: 'stopped',
    reason: 'breakpoint',
    file,
    line: failing.failsAt,
    test: failing.name,
    framework,
  });
  const { sessions } = await client.call('debug_status');
  expect(sessions).toHaveLength(1);
  const end = await client.call('debug_continue');
  expect(end).toMatchObject({ event: 'exited', exitCode: 1 });
  const passing = fixture.oneCase;
  await client.call('breakpoint_clear', {});
  expect(await client.call('test_debug', { name: passing })).toMatchObject({
    event: 'exited',
    exitCode: 0,
    framework,
  });
});
