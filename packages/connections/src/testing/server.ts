import type { Caller } from '@molehill/core/caller';
import type { Ask, Reply } from '@molehill/core/question';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import type { BackendTarget } from '../backend.ts';
import { Manager } from '../manager.ts';
import { baseConnectionShape } from '../shape.ts';
import { connectionTools } from '../tools.ts';
import { createSampleRegistry, createSetting, type SampleConnection } from './registry.ts';

const fullSchema = z.strictObject({
  ...baseConnectionShape,
  type: z.enum(['lake', 'pond', 'puddle']),
  host: baseConnectionShape.host.optional(),
  user: baseConnectionShape.user.optional(),
  database: z.string().optional(),
  file: z.string().optional(),
  encodedPassword: z.string().optional(),
});

/** As an address that contains a percent-encoded password. */
const expand = ({ encodedPassword, ...fields }: Readonly<Record<string, unknown>>) =>
  encodedPassword === undefined
    ? fields
    : { ...fields, password: decodeURIComponent(String(encodedPassword)) };

interface Backend {
  readonly target: BackendTarget<SampleConnection>;
  dispose(): Promise<void>;
}

/** A server with these tools, whose database can be switched off. */
function createSampleServer(env: Record<string, string>) {
  const setting = createSetting();
  const registry = createSampleRegistry(setting, { env });
  const state = { up: true, disposed: 0 };
  const manager = new Manager<SampleConnection, Backend>(registry, {
    log: setting.log,
    createBackend: async (target) => {
      if (!state.up)
        throw new Error(`no answer from ${target.connectHost} for ${JSON.stringify(target.config)}`);
      return {
        target,
        dispose: async () => {
          state.disposed += 1;
        },
      };
    },
  });
  onTestFinished(() => manager.dispose());
  const ping = async (backend: Backend) => ({
    version: '1.2',
    echoes: JSON.stringify(backend.target.config),
  });
  const tools = connectionTools<SampleConnection, Backend>({ registry, manager, fullSchema, ping, expand });
  return { setting, registry, manager, state, tools };
}

/** The connection tools of a sample server. Without a reply, nobody can be asked. */
export function serveConnections(env: Record<string, string> = {}) {
  const { setting, tools, ...rest } = createSampleServer(env);
  const server = { id: 'sample', title: 'Sample', version: '1.0.0', instructions: '', tools };
  const { dispatcher, catalogue, calls } = createTestEndpoint(server, {
    redactor: setting.redactor,
    log: setting.log,
  });
  const texts: string[] = [];
  const call = async (
    name: string,
    input: unknown,
    reply?: Reply['action'] | Ask,
    who: Partial<Caller> = {},
  ) => {
    const entry = catalogue.find(name);
    const ask = typeof reply === 'string' ? async () => ({ action: reply }) : reply;
    const answer = await dispatcher.call({ entry, input, caller: testCaller(who), ask });
    texts.push(JSON.stringify(answer));
    return answer;
  };
  const data = async (name: string, input: unknown, reply?: Reply['action']) => {
    const { envelope, text } = await call(name, input, reply);
    if (!envelope.ok) throw new Error(text);
    return envelope.data;
  };
  const everything = () => [...texts, ...setting.log.lines, JSON.stringify(calls)].join('\n');
  return { ...rest, setting, tools, call, data, everything };
}
