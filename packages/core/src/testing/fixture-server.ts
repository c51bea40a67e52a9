import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { waitTool } from '../background.ts';
import { reads } from '../effects.ts';
import { defineErrors } from '../errors.ts';
import { defineServer } from '../server.ts';
import { defineTool } from '../tool.ts';
import type { FixtureState } from './fixture-state.ts';
import { fixtureResources, statefulTools } from './stateful-tools.ts';

const fixtureErrors = defineErrors({
  E_FIXTURE: { when: 'The fixture is told to fail.', hint: 'Do not ask it to.', retryable: true },
});

/** Tools that are slow, fail, flood, ask and keep state. */
export function createFixtureServer(state: FixtureState = { stopped: 0, done: [] }) {
  const echo = defineTool({
    name: 'echo',
    title: 'Echo',
    description: 'Answers with what it was given.',
    input: z.strictObject({ text: z.string(), times: z.number().int().min(1).max(1_000).default(1) }),
    output: z.object({ text: z.string() }),
    effects: reads,
    aliases: ['say'],
    run: async ({ text, times }) => ({ text: text.repeat(times) }),
  });

  const slow = defineTool({
    name: 'slow',
    title: 'Slow',
    description: 'Takes its time, and stops when told to unless it is deaf.',
    input: z.strictObject({ ms: z.number().int().min(0), deaf: z.boolean().default(false) }),
    output: z.object({ slept: z.number() }),
    effects: reads,
    run: async ({ ms, deaf }, { signal }) => {
      try {
        await sleep(ms, undefined, deaf ? {} : { signal });
      } catch (error) {
        state.stopped += 1;
        throw error;
      }
      return { slept: ms };
    },
  });

  const failing = defineTool({
    name: 'failing',
    title: 'Failing',
    description: 'Fails in the way it is asked to.',
    input: z.strictObject({
      how: z.enum(['coded', 'thrown', 'string', 'undefined']),
      message: z.string().default('failed'),
    }),
    output: z.object({}),
    effects: reads,
    run: async ({ how, message }) => {
      if (how === 'coded') throw fixtureErrors.fail('E_FIXTURE', message, { details: { message } });
      if (how === 'thrown') throw new TypeError(message);
      throw how === 'string' ? message : undefined;
    },
  });

  const huge = defineTool({
    name: 'huge',
    title: 'Huge',
    description: 'Answers with more than anybody wants to read.',
    input: z.strictObject({
      rows: z.number().int().min(0).max(2_000_000),
      polite: z.boolean().default(true),
    }),
    output: z.object({ rows: z.array(z.object({ id: z.number(), name: z.string() })) }),
    effects: reads,
    run: async ({ rows, polite }, { budget }) => {
      const row = (id: number) => ({ id, name: `row number ${id}` });
      if (!polite) return { rows: Array.from({ length: rows }, (_, id) => row(id)) };
      const source = (function* () {
        for (let id = 0; id < rows; id++) yield row(id);
      })();
      const { items, cutBy } = await budget.collect(source);
      if (cutBy) budget.cut({ limit: cutBy, shown: items.length, total: rows, next: 'ask for fewer rows.' });
      return { rows: items };
    },
  });

  const confirming = defineTool({
    name: 'confirming',
    title: 'Confirming',
    description: 'Does something only after a person agreed, twice if told to.',
    input: z.strictObject({
      what: z.string(),
      twice: z.boolean().default(false),
      readonly: z.boolean().default(false),
    }),
    output: z.object({ did: z.string() }),
    effects: {
      worst: 'destroys',
      of: ({ what, readonly }) => ({
        effect: 'destroys',
        summary: `Really do ${what}?`,
        target: { name: 'the fixture', readonly },
      }),
    },
    run: async ({ what, twice }, { confirm }) => {
      if (twice) await confirm(`Are you sure about ${what}?`);
      state.done.push(what);
      return { did: what };
    },
  });

  const progressing = defineTool({
    name: 'progressing',
    title: 'Progressing',
    description: 'Says how far it is.',
    input: z.strictObject({
      steps: z.number().int().min(1).max(100),
      ms: z.number().int().min(0).default(1),
    }),
    output: z.object({ steps: z.number() }),
    effects: reads,
    run: async ({ steps, ms }, { progress, signal }) => {
      for (let step = 1; step <= steps; step++) {
        await sleep(ms, undefined, { signal });
        progress(step, steps, `step ${step}`);
      }
      return { steps };
    },
  });

  const server = defineServer({
    resources: fixtureResources(state),
    id: 'fixture',
    title: 'Fixture',
    version: '1.0.0',
    instructions: 'Tools for tests.',
    tools: [echo, slow, failing, huge, confirming, progressing, ...statefulTools(state), waitTool],
  });
  return { server, state, errors: fixtureErrors.table };
}
