import { afterAll, beforeAll, describe } from 'vitest';
import { describeCatalogue } from './contract/catalogue.ts';
import { type ContractEngine, type ContractFixture, openFixture } from './contract/fixture.ts';
import { describeLimits } from './contract/limits.ts';
import { describeReading } from './contract/reading.ts';
import { describeWriting } from './contract/writing.ts';

export type { ContractEngine } from './contract/fixture.ts';

/** What the tools guarantee for every engine. */
export function describeDialectContract(name: string, open: () => Promise<ContractEngine>): void {
  describe(`${name} through the tools`, () => {
    let current: ContractFixture | undefined;
    const fixture = () => {
      if (!current) throw new Error('the fixture is not open');
      return current;
    };
    beforeAll(async () => {
      current = await openFixture(await open());
    });
    afterAll(async () => {
      await current?.endpoint.close();
      await current?.engine.close();
    });
    describeCatalogue(fixture);
    describeReading(fixture);
    describeWriting(fixture);
    describeLimits(fixture);
  });
}
