import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectHelpful, readByAgent } from '@molehill/core/testing/error-text';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { test } from 'vitest';
import { createApprovals } from './approvals.ts';
import { approveSeen } from './approve-seen.ts';
import { addServer } from './config/edit.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';
import type { gatewayErrors } from './errors.ts';
import { fixture, stdio, testConfig } from './testing/configs.ts';
import { testGateway } from './testing/gateway.ts';
import { call, testPool, upstreamOf } from './testing/pool.ts';
import type { UpstreamOptions } from './upstreams/options.ts';

type Code = keyof typeof gatewayErrors.table;

const CONFORMING = fixture('conforming');

function upstream(
  transport: UpstreamConfig['transport'] = CONFORMING,
  more: Partial<UpstreamConfig> = {},
  options: Partial<UpstreamOptions> = {},
) {
  return upstreamOf(testPool([testConfig('it', transport, more)], options), 'it');
}

const echoed = (...given: Parameters<typeof upstream>) =>
  readByAgent(() => call(upstream(...given), 'echo', { text: 'hello' }));

async function crashedBefore(): Promise<string> {
  const backoff = { minMs: 60_000, maxMs: 60_000 };
  const crashing = upstream(fixture('broken', ['crash']), {}, { backoff });
  for (const _ of [1, 2]) await readByAgent(() => call(crashing, 'echo'));
  return readByAgent(() => call(crashing, 'echo'));
}

function neverApproved(): Promise<string> {
  const directory = tempFolder();
  const { isApproved } = createApprovals({ stateRoot: tempFolder() });
  const source = { file: join(directory, '.mcp.json'), format: 'mcp', scope: 'project' } as const;
  return echoed(CONFORMING, { source }, { isApproved });
}

function brokenFile(): Promise<string> {
  const directory = tempFolder();
  mkdirSync(join(directory, '.molehill'));
  writeFileSync(join(directory, '.molehill', 'mcp.json'), '{"mcpServers": {');
  return readByAgent(() =>
    addServer({ scope: 'project', directory, stateRoot: tempFolder() }, 'a', { command: 'x' }),
  );
}

/** The server changed between display and approval. */
async function changedSinceSeen(): Promise<string> {
  const { gateway } = await testGateway([testConfig('a', CONFORMING)]);
  return readByAgent(() => approveSeen(gateway, { id: 'a', hash: 'of-what-was-shown', definitions: [] }));
}

const provocations = {
  E_APPROVAL_OUTDATED: changedSinceSeen,
  E_UPSTREAM_START: () => echoed(stdio('no-such-program', [])),
  E_UPSTREAM_BACKOFF: crashedBefore,
  E_UPSTREAM_GONE: () => readByAgent(() => call(upstream(), 'crash')),
  E_UPSTREAM_TOO_LARGE: () =>
    readByAgent(() => call(upstream(CONFORMING, {}, { maxMessageBytes: 20_000 }), 'big', { bytes: 40_000 })),
  E_UPSTREAM_PROTOCOL: () => echoed(fixture('broken', ['garbage'])),
  E_UPSTREAM_DISABLED: () => echoed(CONFORMING, { enabled: false }),
  E_UPSTREAM_UNAPPROVED: neverApproved,
  E_SERVER_CONFIG: brokenFile,
  E_UNKNOWN_SERVER: () => readByAgent(() => testGateway([], { only: 'unknown' })),
} satisfies Record<Code, () => Promise<string>>;

test.each(Object.entries(provocations))('%s says what happened and what to do', async (code, provoke) => {
  expectHelpful(await provoke(), code);
});
