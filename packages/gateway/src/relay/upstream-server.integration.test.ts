import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPins, type Pins, serverKeyOf } from '../pins.ts';
import { fixture, testConfig } from '../testing/configs.ts';
import { DIRECTORY, testPool } from '../testing/pool.ts';
import { UpstreamCatalogue } from './upstream-catalogue.ts';

/** Delays the comparison, as on a slow disk. */
function slowly(pins: Pins, untilAllowed: () => Promise<void>): Pins {
  return {
    ...pins,
    compare: async (key, tools) => {
      const verdict = await pins.compare(key, tools);
      await untilAllowed();
      return verdict;
    },
  };
}

test('a recheck during a review does not replace newer definitions', async () => {
  const config = testConfig('sample', fixture('conforming'));
  const stateRoot = tempFolder();
  const pins = createPins({ stateRoot });
  const gate = { opened: Promise.resolve() };
  const upstreams = new UpstreamCatalogue({
    directory: DIRECTORY,
    stateRoot,
    log: silentLog,
    pool: testPool([config]),
    pins: slowly(pins, () => gate.opened),
    alone: false,
    mounts: [],
    mode: 'full',
    version: '1.0.0',
    redactor: createRedactor(),
  });
  onTestFinished(() => upstreams.close());
  await upstreams.configure([config]);
  await upstreams.catalogue.settled();

  let open = () => {};
  gate.opened = new Promise((resolve) => {
    open = resolve;
  });
  await upstreams.servers[0]?.upstream.use((client) => client.callTool({ name: 'grow' }));
  const waiting = () => pins.withheld(serverKeyOf(config)).map(({ name }) => name);
  await vi.waitFor(() => expect(waiting()).toEqual(['grown']), { timeout: 20_000 });
  const looked = upstreams.catalogue.settled();
  open();
  await looked;
  await vi.waitFor(() => expect(upstreams.servers[0]?.review.withheld).toEqual(['grown']));
  expect(waiting()).toEqual(['grown']);
  expect(upstreams.catalogue.entries.map(({ name }) => name)).not.toContain('sample__grown');
});
