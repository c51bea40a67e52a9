import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { fitSlope } from '../soak/slope.ts';
import { endEverything } from './support/cleanup.ts';
import { startUp } from './support/molehill.ts';

afterEach(endEverything);

test.skipIf(process.platform !== 'linux' || process.execve === undefined)(
  'molehill up runs with a bounded young generation, in the process that was started',
  async () => {
    const { running } = await startUp();
    const words = readFileSync(`/proc/${running.pid}/cmdline`, 'utf8').split('\0');
    expect(words).toContain('--max-semi-space-size=4');
    expect(JSON.parse(running.output.stdout)).toMatchObject({ pid: running.pid });
  },
);

describe('the slope of memory in the soak test', () => {
  const points = (megabytes: (index: number) => number) =>
    Array.from({ length: 12 }, (_, index) => ({ minutes: index / 12, megabytes: megabytes(index) }));

  test('is exact for a line', () => {
    expect(fitSlope(points((index) => 50 + index / 2))).toEqual({
      slope: expect.closeTo(6),
      uncertainty: expect.closeTo(0),
    });
  });

  test('ignores an outlier', () => {
    const { slope } = fitSlope(points((index) => (index === 7 ? 500 : 50 + index / 12)));
    expect(slope).toBeCloseTo(1, 1);
  });

  test('is uncertain by the scatter of the points', () => {
    const { slope, uncertainty } = fitSlope(points((index) => 50 + (index % 2)));
    expect(Math.abs(slope)).toBeLessThanOrEqual(uncertainty);
  });
});
