import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHost, startContext, startOf } from '../testing/host.ts';
import { testProjects, writeFiles } from '../testing/test-projects.ts';

test.each(testProjects.filter(([name]) => /vitest|jest|node/.test(name)))('%s', async (_, fixture) => {
  const { host, folder, records } = openTestHost({});
  writeFiles(folder, fixture.files);
  await fixture.prepare(folder);
  const path = join(folder, fixture.file);
  const { breakpoints } = host.debug;
  await breakpoints.put({
    id: 'a',
    scope: 'test',
    isEnabled: true,
    location: { kind: 'line', path, line: fixture.failing.failsAt },
  });
  const {
    configuration,
    test: name,
    framework,
  } = await host.tests.debug({ path, line: fixture.failing.line }, startContext);
  console.log(configuration);
  const [root] = await host.debug.start(startOf(folder, configuration), startContext);
  const { session, event } = await records.next('stopped');
  console.log(
    session.id,
    session.name,
    session.parent,
    root?.id,
    event.body,
    host.debug.sessions.map((s) => [s.id, s.name, s.parent]),
  );
  const { threadId } = event.body;
  expect(await session.send('stackTrace', { threadId, levels: 1 })).toMatchObject({
    stackFrames: [{ line: fixture.failing.failsAt, source: { path } }],
  });
  await session.send('continue', { threadId });
  await root?.ended;
  console.log(records.output());
});
