import { isCallToolResult, ProtocolError } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { ToolServer } from '@molehill/core/server';
import { createTestEndpoint, type TestEndpointOptions, testCaller } from '@molehill/core/testing/endpoint';
import { anyJson } from '@molehill/core/testing/json-arbitrary';
import type { Tool } from '@molehill/core/tool';
import { envelopeSchema, inputSchema } from '@molehill/core/tool-schema';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectClient, protocolEras } from './mcp-client.ts';

const PLANTED = 'planted-5ecret/"value"';
const STACK = /\n\s+at .*:\d+:\d+|node:internal|RangeError|TypeError/;

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
}

const tricky = fc.oneof(
  anyJson,
  fc.constant(PLANTED),
  fc.constantFrom(`x${PLANTED}y`, [PLANTED], { [PLANTED]: PLANTED }, '', 0, -1, true),
);

/** A value that probably matches the parameter. */
function fitting({ type, enum: values, minimum = 0 }: ParameterSchema): fc.Arbitrary<unknown> {
  if (values) return fc.constantFrom(...values);
  if (type === 'string') return fc.oneof(fc.string({ unit: 'binary' }), fc.constant(PLANTED));
  if (type === 'boolean') return fc.boolean();
  return type === 'integer' || type === 'number' ? fc.integer({ min: minimum, max: minimum + 25 }) : tricky;
}

/** Valid, nearly valid and invalid arguments, with a secret in every position. */
function argumentsFor(tool: Tool): fc.Arbitrary<Record<string, unknown>> {
  const schema = inputSchema(tool) as { properties?: Record<string, ParameterSchema>; required?: string[] };
  const parameters = Object.entries(schema.properties ?? {});
  const fit = fc.record(Object.fromEntries(parameters.map(([name, each]) => [name, fitting(each)])), {
    requiredKeys: schema.required ?? [],
  });
  const anyName = fc.oneof(
    fc.constantFrom(PLANTED, '__proto__', ...Object.keys(schema.properties ?? {})),
    fc.string(),
  );
  const wrong = fc.dictionary(anyName, tricky, { maxKeys: 5 });
  const nearly = fc.tuple(fit, wrong).map(([right, more]) => ({ ...right, ...more }));
  return fc.oneof(fit, nearly, wrong);
}

/** Hundreds of calls are slow on a busy machine. */
const PATIENCE_MS = 60_000;

const options = {
  timeoutMs: 20,
  graceMs: 20,
  budget: { bytes: 2_000 },
} satisfies TestEndpointOptions;

/** No argument makes a server crash, return an invalid result or reveal a secret. */
export function describeAnyInput(server: ToolServer, numRuns = 100): void {
  describe.each(server.tools.map((tool) => [tool.name, tool] as const))('any input to %s', (name, tool) => {
    const validate = new AjvJsonSchemaValidator().getValidator(envelopeSchema(tool));
    const check = (envelope: unknown, told: unknown) => {
      expect(validate(envelope)).toMatchObject({ valid: true });
      const text = JSON.stringify(told);
      expect(text).not.toContain(JSON.stringify(PLANTED).slice(1, -1));
      expect(text).not.toMatch(STACK);
    };

    test('gives an answer in shape from the dispatcher', { timeout: PATIENCE_MS }, async () => {
      const { dispatcher, catalogue, redactor, calls } = createTestEndpoint(server, options);
      redactor.add(PLANTED);
      const property = fc.asyncProperty(fc.oneof(argumentsFor(tool), anyJson), async (input) => {
        const answer = await dispatcher.call({ entry: catalogue.find(name), input, caller: testCaller() });
        expect(answer.text).not.toBe('');
        check(JSON.parse(JSON.stringify(answer.envelope)), [answer, calls.at(-1)]);
      });
      await fc.assert(property, { numRuns });
    });

    test.each(protocolEras)(
      'gives an MCP result in shape to a client of $era',
      { timeout: PATIENCE_MS },
      async ({ mode }) => {
        const { endpoint, redactor, calls } = createTestEndpoint(server, options);
        redactor.add(PLANTED);
        const client = await connectClient(endpoint, mode);
        const property = fc.asyncProperty(argumentsFor(tool), async (input) => {
          const result = await client.callTool({ name, arguments: input });
          expect(isCallToolResult(result)).toBe(true);
          check(result.structuredContent, [result, calls.at(-1)]);
        });
        await fc.assert(property, { numRuns });
      },
    );
  });

  test.each(protocolEras)(
    'any name of a tool gets an answer of the protocol in $era',
    { timeout: PATIENCE_MS },
    async ({ mode }) => {
      const client = await connectClient(createTestEndpoint(server, options).endpoint, mode);
      const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
        await expect(client.callTool({ name })).rejects.toBeInstanceOf(ProtocolError);
      });
      await fc.assert(property, { numRuns });
    },
  );
}
