import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testAdapters } from '../testing/adapters.ts';
import { openTestHost, startContext, startOf } from '../testing/host.ts';
import type { AdapterSource } from './debug-host.ts';

/** debugpy with a console that Molehill's own configurations do not use. */
const inTerminal: AdapterSource = {
  ...testAdapters,
  find: async (type) => {
    const { spec, location } = await testAdapters.find(type);
    const prepare: typeof spec.prepare = async (launch) => ({
      ...(await spec.prepare(launch)),
      console: 'integratedTerminal',
      redirectOutput: false,
    });
    return { spec: { ...spec, prepare }, location };
  },
};

const PROGRAM = `import os, sys
print("out", os.environ.get("ADDED"), os.environ.get("REMOVED"))
print("err", file=sys.stderr)
sys.exit(4)
`;

test('a program that asks for a terminal runs without one, and its output arrives', async () => {
  const { host, folder, records } = openTestHost({ 'a.py': PROGRAM }, inTerminal);
  const launch = { type: 'debugpy', program: join(folder, 'a.py') };
  const start = startOf(folder, { ...launch, env: { ADDED: 'yes', REMOVED: null } });
  const [session] = await host.debug.start(start, startContext);
  expect((await records.next('exited')).event.body).toMatchObject({ exitCode: 4 });
  expect(await session?.ended).toEqual({ how: 'terminated' });
  // The host's own events have no number.
  const printed = (category: string) =>
    records.events
      .filter(({ event }) => event.event === 'output' && event.seq === 0 && event.body.category === category)
      .map(({ event }) => event.body.output)
      .join('');
  expect(printed('stdout')).toContain('out yes None');
  expect(printed('stderr')).toContain('err');
});
