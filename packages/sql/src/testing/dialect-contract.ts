import { afterAll, beforeAll, describe } from 'vitest';
import { describeCatalogue } from './contract/catalogue.ts';
import { describeLimits } from './contract/limits.ts';
import { describeReading } from './contract/reading.ts';
import { type ContractEngine, type Stage, setStage } from './contract/stage.ts';
import { describeWriting } from './contract/writing.ts';

export type { ContractEngine } from './contract/stage.ts';

/** What every engine promises through the tools, whatever is behind them. */
export function describeDialectContract(name: string, open: () => Promise<ContractEngine>): void {
  describe(`${name} through the tools`, () => {
    let current: Stage | undefined;
    const stage = () => {
      if (!current) throw new Error('the stage is not set');
      return current;
    };
    beforeAll(async () => {
      current = await setStage(await open());
    });
    afterAll(async () => {
      await current?.endpoint.close();
      await current?.engine.close();
    });
    describeCatalogue(stage);
    describeReading(stage);
    describeWriting(stage);
    describeLimits(stage);
  });
}
