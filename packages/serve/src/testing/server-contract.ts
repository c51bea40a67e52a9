import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { defineServer, type ToolServer } from '@molehill/core/server';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import type { Tool } from '@molehill/core/tool';
import { envelopeSchema, inputSchema } from '@molehill/core/tool-schema';
import { describe, expect, test } from 'vitest';
import { connectClient, protocolEras } from './mcp-client.ts';

const MOST_WORDS = 25;
/** Maximum length of a tool name in clients, including their prefix. */
const LONGEST_NAME = 60;

/** The contract of every server we ship. */
export function describeServerContract(server: ToolServer): void {
  describe(`the server ${server.id}`, () => {
    test('has usable names, none of them twice', () => {
      expect(() => defineServer(server)).not.toThrow();
      for (const { name } of server.tools)
        expect(`${server.id}__${name}`.length).toBeLessThanOrEqual(LONGEST_NAME);
    });

    test('says what it is and what to call first', () => {
      expect(server.title).not.toBe('');
      expect(server.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(server.instructions).not.toBe('');
    });

    test.each(protocolEras)('lists every tool to a client of $era', async ({ mode }) => {
      const client = await connectClient(createTestEndpoint(server).endpoint, mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(server.tools.map(({ name }) => name));
    });

    describe.each(server.tools.map((tool) => [tool.name, tool] as const))('the tool %s', (_, tool) => {
      describeToolContract(tool);
    });
  });
}

function describeToolContract(tool: Tool): void {
  test(`is described in at most ${MOST_WORDS} words`, () => {
    const words = tool.description.split(/\s+/).filter((word) => /\w/.test(word));
    expect(words.length).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
    expect(tool.title).not.toBe('');
  });

  test('accepts no argument that it does not name', () => {
    expect(inputSchema(tool)).toMatchObject({ type: 'object', additionalProperties: false });
    for (const nested of objectsIn(inputSchema(tool))) expect(nested).toHaveProperty('additionalProperties');
  });

  test('has schemas that a client can use', () => {
    const validator = new AjvJsonSchemaValidator();
    expect(() => validator.getValidator(inputSchema(tool))).not.toThrow();
    expect(() => validator.getValidator(envelopeSchema(tool))).not.toThrow();
    expect(envelopeSchema(tool)).toMatchObject({ type: 'object', required: ['ok', 'type', 'meta'] });
  });

  test('says what a call would do wherever the worst of it is to destroy', () => {
    if (tool.effects.worst === 'destroys') expect(tool.effects.of).toBeDefined();
  });
}

/** Every object schema inside a schema, at any depth. */
function objectsIn(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'type' in schema && schema.type === 'object' && 'properties' in schema ? [schema] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}
