import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenSsh } from '../../../../test/engines/sshd.ts';
import { describeEncryption, describeSigningIn } from './contract/access.ts';
import { describeCrash, describeErrors, describeFaults } from './contract/faults.ts';
import { type ClusterEngine, type ClusterFixture, createFixture } from './contract/fixture.ts';
import { describeGuarding } from './contract/guarding.ts';
import { describeMapping } from './contract/mapping.ts';
import { describeSearching } from './contract/searching.ts';
import { describeSecrecy } from './contract/secrecy.ts';
import { describeVolume } from './contract/volume.ts';

/** Waits for other processes: a machine runs one cluster at a time. */
const START_TIMEOUT_MS = 15 * 60_000;

/** The behaviour of the tools on every product and version. */
export function describeClusterContract(engine: ClusterEngine, programs: OpenSsh | undefined): void {
  describe.skipIf(!engine.start)(engine.title, () => {
    let current: ClusterFixture | undefined;
    const fixture = () => {
      if (!current) throw new Error('the fixture is not ready');
      return current;
    };
    beforeAll(async () => {
      current = await createFixture(engine);
    }, START_TIMEOUT_MS);
    afterAll(() => current?.close());

    describeSearching(fixture);
    describeMapping(fixture, engine);
    describeErrors(fixture);
    describeGuarding(fixture);
    describeEncryption(fixture, programs);
    describeSigningIn(fixture, engine);
    describeVolume(fixture);
    describeFaults(fixture);
    describeCrash(fixture);
    describeSecrecy(fixture);
  });
}
