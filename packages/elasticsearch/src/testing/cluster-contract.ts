import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenSsh } from '../../../../test/engines/sshd.ts';
import { describeEncryption, describeSigningIn } from './contract/access.ts';
import { describeCrash, describeErrors, describeFaults } from './contract/faults.ts';
import { describeGuarding } from './contract/guarding.ts';
import { describeMapping } from './contract/mapping.ts';
import { describeSearching } from './contract/searching.ts';
import { describeSecrecy } from './contract/secrecy.ts';
import { type ClusterEngine, type Stage, setStage } from './contract/stage.ts';
import { describeVolume } from './contract/volume.ts';

/** Another process may have a cluster, and one at a time is enough for a machine. */
const TURN_LIMIT_MS = 15 * 60_000;

/** What every cluster promises through the tools, whatever product and version it is. */
export function describeClusterContract(engine: ClusterEngine, programs: OpenSsh | undefined): void {
  describe.skipIf(!engine.start)(engine.title, () => {
    let current: Stage | undefined;
    const stage = () => {
      if (!current) throw new Error('the stage is not set');
      return current;
    };
    beforeAll(async () => {
      current = await setStage(engine);
    }, TURN_LIMIT_MS);
    afterAll(() => current?.close());

    describeSearching(stage);
    describeMapping(stage, engine);
    describeErrors(stage);
    describeGuarding(stage);
    describeEncryption(stage, programs);
    describeSigningIn(stage, engine);
    describeVolume(stage);
    describeFaults(stage);
    describeCrash(stage);
    describeSecrecy(stage);
  });
}
