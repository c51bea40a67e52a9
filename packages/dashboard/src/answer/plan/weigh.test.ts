import { expect, it } from 'vitest';
import type { Step, Weight } from './step.ts';
import { weigh } from './weigh.ts';

function step(weight: Weight, ...steps: readonly Step[]): Step {
  return { name: 'step', facts: [], rows: {}, warnings: [], weight, steps };
}

it('takes what lies below from what a step has in all', () => {
  const { measure, steps } = weigh([step({ timeMs: 10 }, step({ timeMs: 4 }), step({ timeMs: 3 }))]);
  expect(measure).toBe('time');
  expect(steps[0]).toMatchObject({ own: 3, share: 0.3, steps: [{ own: 4 }, { own: 3 }] });
});

it('never takes more than there is', () => {
  expect(weigh([step({ timeMs: 1 }, step({ timeMs: 4 }))]).steps[0]).toMatchObject({ own: 0, share: 0 });
});

it('prefers time to cost, and cost to rows', () => {
  expect(weigh([step({ cost: 5, own: { rows: 3 } })]).measure).toBe('cost');
  expect(weigh([step({ cost: 5 }, step({ timeMs: 0 }))]).measure).toBe('time');
  expect(weigh([step({})]).measure).toBeUndefined();
});

it('multiplies the cost of what runs often, within what the step above has', () => {
  const often = weigh([step({ cost: 100 }, step({ cost: 10 }), step({ cost: 2, runs: 30 }))]);
  expect(often.steps[0]).toMatchObject({ own: 30, steps: [{ own: 10 }, { own: 60 }] });
  const tooOften = weigh([step({ cost: 100 }, step({ cost: 10 }), step({ cost: 2, runs: 500 }))]);
  expect(tooOften.steps[0]).toMatchObject({ own: 0, steps: [{ own: 10 }, { own: 90 }] });
});

it('counts once what runs once below a step that runs often', () => {
  const { steps } = weigh([
    step({ cost: 100 }, step({ cost: 51, runs: 10 }, step({ cost: 50, once: true }))),
  ]);
  expect(steps[0]).toMatchObject({ own: 40, steps: [{ own: 10, steps: [{ own: 50 }] }] });
});

it('leaves out of a sum what happens elsewhere', () => {
  const { steps } = weigh([
    step({ timeMs: 10 }, step({ timeMs: 6, aside: true }), step({ timeMs: 8, elsewhereMs: 6 })),
  ]);
  expect(steps[0]).toMatchObject({ own: 2, steps: [{ own: 6 }, { own: 2 }] });
});
