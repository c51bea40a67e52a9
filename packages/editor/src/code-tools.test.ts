import { silentLog } from '@molehill/core/log';
import { isRecord } from '@molehill/core/record';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { anyJson } from '@molehill/core/testing/json-arbitrary';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCategory } from './definition.ts';
import { definitions } from './generated/tools.ts';
import type { ToolName } from './generated/types.ts';
import { editorServer } from './server.ts';
import { testBridge } from './testing/bridge-view.ts';

const CODE: ReadonlySet<ToolCategory> = new Set([
  'diagnostics',
  'symbols',
  'refactoring',
  'settings',
  'window',
]);
const codeTools = (Object.keys(definitions) as ToolName[]).filter((name) =>
  CODE.has(definitions[name].category),
);

function open() {
  const folder = process.cwd();
  const mount = { env: {}, stateRoot: folder, workspace: folder, log: silentLog, redactor: createRedactor() };
  const host = () => {
    throw new Error('the host was opened');
  };
  const server = editorServer({ mount, host, bridge: testBridge(folder), profile: 'expert' });
  const { catalogue, dispatcher } = createTestEndpoint(server);
  const send = async (name: string, input: unknown) =>
    (await dispatcher.call({ entry: catalogue.find(name), input, caller: testCaller() })).envelope;
  const parameters = (name: string) => {
    const tool = server.tools.find((each) => each.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return {
      names: Object.keys(tool.input.shape),
      accepts: (input: unknown) => tool.input.safeParse(input).success,
    };
  };
  return { send, parameters };
}

test.each(codeTools)('property 9: %s says which parameter of an invalid input is wrong', async (name) => {
  const { send, parameters } = open();
  const { names, accepts } = parameters(name);
  const given = fc.dictionary(fc.constantFrom(...names, 'unknown', '__proto__'), anyJson, { maxKeys: 4 });
  const input = fc.oneof({ weight: 9, arbitrary: given }, { weight: 1, arbitrary: anyJson });
  const property = fc.asyncProperty(
    // A call without arguments has none, or null.
    input.filter((each) => !accepts(each ?? {})),
    async (invalid) => {
      const envelope = await send(name, invalid);
      if (envelope.ok) throw new Error('it was accepted');
      const { code, message, hint } = envelope.error;
      expect(code).toBe('E_INVALID_PARAMS');
      expect(hint).not.toBe('');
      const named = [...names, ...(isRecord(invalid) ? Object.keys(invalid) : []), 'arguments'];
      expect(named.some((each) => message.includes(each))).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

test('property 9: there is a schema for every code tool', () => {
  expect(codeTools.length).toBeGreaterThanOrEqual(16);
});
