import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { reads } from '../effects.ts';
import type { HandleKind } from '../handles.ts';
import type { ServerResources } from '../server.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { FixtureState } from './fixture-state.ts';

export const DONE_URI = 'molehill://fixture/done';

interface Counter {
  value: number;
}

/** Tools that use the parts of the contract which outlive a call, ask, notify or attach. */
export function statefulTools(state: FixtureState): readonly Tool[] {
  const counters: HandleKind<Counter> = {
    name: 'counter',
    idleMs: state.counterIdleMs ?? 60_000,
    most: 3,
    hint: 'Call {tool:counter_open} for another one.',
    dispose: () => state.onDisposed?.(),
  };

  const counterOpen = defineTool({
    name: 'counter_open',
    title: 'Open a counter',
    description: 'Opens a counter that outlives the call.',
    input: z.strictObject({}),
    output: z.object({ handle: z.string() }),
    effects: reads,
    run: async (_, { handles }) => ({ handle: handles.open(counters, { value: 0 }) }),
  });

  const counterNext = defineTool({
    name: 'counter_next',
    title: 'Count',
    description: 'Counts one further with an open counter.',
    input: z.strictObject({ handle: z.string() }),
    output: z.object({ value: z.number() }),
    effects: reads,
    run: async ({ handle }, { handles }) => {
      const counter = handles.get(counters, handle);
      counter.value += 1;
      return { value: counter.value };
    },
  });

  const asking = defineTool({
    name: 'asking',
    title: 'Asking',
    description: 'Asks the person for a name and a number.',
    input: z.strictObject({}),
    output: z.object({ name: z.string(), count: z.number() }),
    effects: reads,
    run: async (_, { ask }) =>
      ask('Who, and how many?', z.object({ name: z.string(), count: z.number().int().min(1) })),
  });

  const working = defineTool({
    name: 'working',
    title: 'Working',
    description: 'Works for a while, in the background when it takes longer than it may wait.',
    input: z.strictObject({ ms: z.number().int().min(0), waitMs: z.number().int().min(0).max(100) }),
    output: z.object({ worked: z.number() }),
    effects: reads,
    run: async ({ ms, waitMs }, { background }) =>
      background(
        'counting sheep',
        async ({ signal }) => {
          await (state.gate ?? sleep(ms, undefined, { signal, ref: false })).catch((error: unknown) => {
            state.stopped += 1;
            throw error;
          });
          return { worked: ms };
        },
        { waitMs },
      ),
  });

  const noting = defineTool({
    name: 'noting',
    title: 'Noting',
    description: 'Notes something, attaches it and emits an event.',
    input: z.strictObject({ what: z.string() }),
    output: z.object({ noted: z.number() }),
    effects: { worst: 'writes' },
    run: async ({ what }, { emit, attach }) => {
      state.done.push(what);
      attach({ type: 'resource_link', uri: DONE_URI, name: 'done' });
      emit({ type: 'fixture.noted', resource: DONE_URI, data: { what } });
      return { noted: state.done.length };
    },
  });

  return [counterOpen, counterNext, asking, working, noting];
}

export function fixtureResources(state: FixtureState): ServerResources {
  return {
    list: () => [{ uri: DONE_URI, name: 'done', mimeType: 'application/json' }],
    read: async (uri) =>
      uri === DONE_URI
        ? [{ uri, mimeType: 'application/json', text: JSON.stringify(state.done) }]
        : undefined,
  };
}
