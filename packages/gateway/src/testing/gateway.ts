import { Client, type ClientCapabilities, type Notification } from '@modelcontextprotocol/client';
import { type CallRecord, createCallFeed } from '@molehill/core/calls';
import { createDispatcher } from '@molehill/core/dispatch';
import { HandleStore } from '@molehill/core/handles';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { mcpFactory } from '@molehill/serve/mcp';
import { connectInMemory } from '@molehill/serve/memory';
import { onTestFinished } from 'vitest';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { type Gateway, type GatewayOptions, openGateway } from '../gateway.ts';

/** A gateway over real servers that closes with the test, and in-memory clients of it. */
export async function testGateway(servers: readonly UpstreamConfig[], options: Partial<GatewayOptions> = {}) {
  const stateRoot = options.stateRoot ?? tempFolder();
  const redactor = createRedactor();
  const gateway = await openGateway({
    directory: stateRoot,
    home: stateRoot,
    env: process.env,
    stateRoot,
    version: '1.0.0',
    log: silentLog,
    redactor,
    mounts: [],
    config: { servers, problems: [] },
    ...options,
  });
  onTestFinished(() => gateway.close());
  return { gateway, stateRoot, ...clientsOf(gateway) };
}

function clientsOf({ catalogue, relay, mounts }: Gateway) {
  const calls: CallRecord[] = [];
  const feed = createCallFeed();
  feed.subscribe((event) => event.kind === 'finished' && calls.push(event.call));
  const handles = new HandleStore();
  const dispatcher = createDispatcher({
    log: silentLog,
    redactor: createRedactor(),
    feed,
    handles,
    timeoutMs: 30_000,
    budget: {},
    auditArguments: 'none',
  });
  const identity = { name: 'gateway', version: '1.0.0', instructions: async () => 'Many.' };
  const endpoint = {
    ...identity,
    catalogue,
    dispatcher,
    handles,
    feed,
    servers: mounts,
    workspace: [],
    ...(relay ? { relay } : {}),
  };
  const factory = mcpFactory(endpoint, 'memory');
  const connect = async (mode: 'legacy' | { pin: string }, capabilities: ClientCapabilities = {}) => {
    const connection = connectInMemory(factory);
    const client = new Client(
      { name: 'test-client', version: '1.0.0' },
      { versionNegotiation: { mode }, capabilities },
    );
    const received: Notification[] = [];
    client.fallbackNotificationHandler = async (notification) => {
      received.push(notification);
    };
    const start = async () => {
      await client.connect(connection.transport);
      onTestFinished(async () => {
        await client.close();
        await connection.close();
      });
    };
    return { client, received, start };
  };
  return { connect, calls };
}

/** The first text part of a result. */
export function textOf(result: unknown): string {
  const { content } = result as { content?: readonly { readonly text?: string }[] };
  return content?.[0]?.text ?? '';
}

export const LIST_CHANGED = 'notifications/tools/list_changed';

export function names({ tools }: { readonly tools: readonly { readonly name: string }[] }): string[] {
  return tools.map(({ name }) => name);
}

export function methods(received: readonly Notification[]): string[] {
  return received.map(({ method }) => method);
}
