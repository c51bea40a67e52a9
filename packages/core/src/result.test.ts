import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Budget, type BudgetLimits, estimateTokens } from './budget.ts';
import { reads } from './effects.ts';
import { coreErrors } from './errors.ts';
import { createRedactor } from './redact.ts';
import { type Answer, failure, type Meta, success } from './result.ts';
import { anyAnswer } from './testing/json-arbitrary.ts';
import { defineTool, type Tool } from './tool.ts';
import { envelopeSchema, inputSchema } from './tool-schema.ts';

const meta: Meta = { requestId: 'r1', timestamp: '2026-01-01T00:00:00.000Z', durationMs: 1.5 };

function tool(render?: (data: unknown) => string): Tool {
  return defineTool({
    name: 'sample',
    title: 'Sample',
    description: 'A sample.',
    input: z.strictObject({ at: z.string(), limit: z.number().default(5) }),
    output: z.unknown(),
    effects: reads,
    run: async () => ({}),
    ...(render ? { render } : {}),
  });
}

function answer(data: unknown, limits: Partial<BudgetLimits> = {}, redactor = createRedactor()) {
  return success({ tool: tool(), data, meta, budget: new Budget(limits), redactor });
}

test('returns an envelope for programs and a text for a model', () => {
  expect(answer({ name: 'Ann' })).toEqual({
    envelope: { ok: true, type: 'success', data: { name: 'Ann' }, meta },
    text: 'name: Ann',
  });
});

test('uses the rendering of a tool that has one', () => {
  const { text } = success({
    tool: tool(JSON.stringify),
    data: [1, 2],
    meta,
    budget: new Budget(),
    redactor: createRedactor(),
  });
  expect(text).toBe('[1,2]');
});

/** What an MCP client receives. */
function bytesOf({ envelope, text }: Answer): number {
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(envelope));
}

test('whatever a handler answers, the envelope is JSON, and text and envelope together keep the budget', () => {
  fc.assert(
    fc.property(anyAnswer, fc.integer({ min: 200, max: 2_000 }), (data, tokens) => {
      const drawn = answer(data, { tokens });
      const json = JSON.stringify(drawn.envelope);
      expect(JSON.stringify(JSON.parse(json))).toBe(json);
      expect(bytesOf(drawn)).toBeLessThanOrEqual(tokens * 3.5);
    }),
    { numRuns: 300 },
  );
});

test('rows collected within the budget are shown without a further cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ id: fc.integer(), name: fc.string({ maxLength: 200 }) }), { maxLength: 300 }),
      fc.integer({ min: 1_500, max: 20_000 }),
      async (rows, bytes) => {
        const budget = new Budget({ bytes, tokens: 100_000, rows: 1_000 });
        const { items, cutBy } = await budget.collect(rows);
        if (cutBy) budget.cut({ limit: cutBy, shown: items.length, next: 'call again with cursor "p_1".' });
        const drawn = success({
          tool: tool(),
          data: { rows: items },
          meta,
          budget,
          redactor: createRedactor(),
        });
        expect(bytesOf(drawn)).toBeLessThanOrEqual(bytes);
        if (items.length > 1) expect(drawn.envelope.meta.truncation?.shown).toBe(cutBy && items.length);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['tokens', { tokens: 200, bytes: 100_000 }, estimateTokens],
  ['bytes', { tokens: 8_000, bytes: 1_000 }, Buffer.byteLength],
] as const)('cuts an answer over its budget and names the %s limit', (limit, limits, measure) => {
  const { envelope, text } = answer({ text: 'word '.repeat(10_000) }, limits);
  const body = text.slice(0, text.lastIndexOf('\n'));
  const next = 'Ask for less: a filter, fewer fields or a smaller limit.';
  const truncation = { truncated: true, limit, shown: measure(body), next };
  expect(envelope.meta.truncation).toEqual(truncation);
  expect(text.slice(body.length)).toBe(
    `\n[truncated: the ${limit} limit cut this answer at ${truncation.shown} (an answer has ${limits[limit]} ${limit}) — ${next}]`,
  );
  expect(truncation.shown).toBeLessThanOrEqual(limits[limit]);
  expect(truncation.shown).toBeGreaterThan(limits[limit] * 0.15);
});

test('reports what a handler cut in the envelope and in the text', () => {
  const budget = new Budget();
  budget.cut({ limit: 'rows', shown: 2, total: 7, next: 'call again with cursor "2".' });
  const { envelope, text } = success({
    tool: tool(),
    data: [1, 2],
    meta,
    budget,
    redactor: createRedactor(),
  });
  expect(envelope.meta.truncation).toEqual(budget.truncation);
  expect(text).toBe(
    '[1,2]\n[truncated: the rows limit cut this answer at 2 of 7 — call again with cursor "2".]',
  );
});

test("drops the handler's cursor when more was cut, because it would skip rows", () => {
  const budget = new Budget({ bytes: 1_000 });
  budget.cut({ limit: 'rows', shown: 500, next: 'call again with cursor "500".' });
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `row ${id}` }));
  const { envelope, text } = success({
    tool: tool(),
    data: { rows },
    meta,
    budget,
    redactor: createRedactor(),
  });
  expect(envelope.meta.truncation).toMatchObject({ limit: 'bytes' });
  expect(text).not.toContain('cursor');
});

test('cuts a rendering that is longer than its data', () => {
  const wordy = tool(() => 'x'.repeat(50_000));
  const { envelope, text } = success({
    tool: wordy,
    data: {},
    meta,
    budget: new Budget({ bytes: 1_000 }),
    redactor: createRedactor(),
  });
  expect(bytesOf({ envelope, text })).toBeLessThanOrEqual(1_000);
  expect(envelope.meta.truncation?.shown).toBeGreaterThan(400);
});

test('redacts a known secret in data, keys and text', () => {
  const redactor = createRedactor();
  redactor.add('hunter2-hunter2');
  const data = { 'hunter2-hunter2': [{ note: 'it is hunter2-hunter2!' }], password: 'ordinary data' };
  const { envelope, text } = answer(data, {}, redactor);
  expect(JSON.stringify(envelope) + text).not.toContain('hunter2');
  expect(text).toContain('it is ***!');
  expect(text).toContain('ordinary data');
});

test('returns code, message and hint of a failure in both forms', () => {
  const error = coreErrors.fail('E_TIMEOUT', 'Too late.', { details: { after: 5n, at: new Date(0) } });
  expect(failure(error, meta, createRedactor())).toEqual({
    envelope: {
      ok: false,
      type: 'error',
      error: {
        code: 'E_TIMEOUT',
        message: 'Too late.',
        hint: 'Ask for less, or start Molehill with a larger --timeout.',
        retryable: true,
        details: { after: '5', at: '1970-01-01T00:00:00.000Z' },
      },
      meta,
    },
    text: '[E_TIMEOUT] Too late. — Ask for less, or start Molehill with a larger --timeout.',
  });
});

test('omits an empty hint and missing details', () => {
  const { envelope, text } = failure(
    coreErrors.fail('E_CONFIG', 'Wrong.', { hint: '' }),
    meta,
    createRedactor(),
  );
  expect(text).toBe('[E_CONFIG] Wrong.');
  expect(envelope).not.toHaveProperty('error.details');
});

test('uses a fixed text of a failure for the model only', () => {
  const { envelope, text } = failure(
    coreErrors.fail('E_CONFIG', 'Wrong.', { text: 'Exactly this, token=abc' }),
    meta,
    createRedactor(),
  );
  expect(text).toBe('Exactly this, token=***');
  expect(envelope).toMatchObject({
    error: { code: 'E_CONFIG', message: 'Wrong.', hint: 'Correct the named setting.' },
  });
});

test('redacts secrets in every part of a failure', () => {
  const message = 'cannot reach postgres://ann:pa55word@db/shop';
  const details = { dsn: message, password: 'pa55word', nested: [{ apiKey: 'k' }] };
  const answered = failure(
    coreErrors.fail('E_INTERNAL', message, { hint: message, details }),
    meta,
    createRedactor(),
  );
  expect(JSON.stringify(answered)).not.toContain('pa55word');
  expect(answered.envelope).toMatchObject({
    error: { details: { password: '***', nested: [{ apiKey: '***' }] } },
  });
});

test.each([
  ['long', 'x'.repeat(100_000)],
  ['full of control characters', '\u0000'.repeat(100_000)],
])('keeps the budget with a failure that is %s', (_, text) => {
  const budget = new Budget({ bytes: 1_500 });
  const error = coreErrors.fail('E_TIMEOUT', text, { hint: text, details: { text } });
  expect(bytesOf(failure(error, meta, createRedactor(), budget))).toBeLessThanOrEqual(1_500);
});

test('drops content parts beyond their own limit', () => {
  const image = (bytes: number) =>
    ({ type: 'image', data: 'A'.repeat(bytes), mimeType: 'image/png' }) as const;
  const parts = [
    image(1_000_000),
    image(2_000_000),
    { type: 'resource_link', uri: 'x://y', name: 'y' },
  ] as const;
  const { parts: kept } = success({
    tool: tool(),
    data: 1,
    meta,
    budget: new Budget(),
    redactor: createRedactor(),
    parts,
  });
  expect(kept).toHaveLength(1);
});

test('limits the size of a failure', () => {
  const long = 'x'.repeat(1_000_000);
  const details = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, long]));
  const answered = failure(
    coreErrors.fail('E_INTERNAL', long, { hint: long, details }),
    meta,
    createRedactor(),
  );
  expect(answered.text.length).toBeLessThan(8_100);
  expect(JSON.stringify(answered.envelope).length).toBeLessThan(30_000);
});

test('describes the envelope in the output schema', () => {
  const typed = { ...tool(), output: z.object({ id: z.number() }) } as unknown as Tool;
  expect(envelopeSchema(typed)).toMatchObject({
    type: 'object',
    required: ['ok', 'type', 'meta'],
    properties: { data: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } },
  });
});

test('requires parameters without default and forbids unknown ones in the input schema', () => {
  expect(inputSchema(tool())).toEqual({
    type: 'object',
    properties: { at: { type: 'string' }, limit: { default: 5, type: 'number' } },
    required: ['at'],
    additionalProperties: false,
  });
});
