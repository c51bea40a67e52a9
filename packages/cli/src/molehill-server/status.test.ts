import { openAudit } from '@molehill/core/audit';
import { silentLog } from '@molehill/core/log';
import type { ToolServer } from '@molehill/core/server';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { expect, test } from 'vitest';
import { molehillServer } from './server.ts';
import type { Door } from './status.ts';

function workbench() {
  const doors: Door[] = [];
  const servers: ToolServer[] = [];
  const audit = openAudit({ path: '/dev/null/audit.jsonl', log: silentLog });
  servers.push(molehillServer({ version: '1.2.3', workspace: '/work/shop', doors, servers, audit }));
  const [own] = servers;
  if (!own) throw new Error('there is no server');
  const { dispatcher, catalogue } = createTestEndpoint(own);
  const status = () => dispatcher.call({ entry: catalogue.find('status'), input: {}, door: 'memory' });
  return { doors, servers, status };
}

test('the status tells version, workspace, servers and what to do first', async () => {
  const { servers, status } = workbench();
  servers.push(createFixtureServer().server);
  expect((await status()).envelope).toMatchObject({
    ok: true,
    data: {
      version: '1.2.3',
      workspace: '/work/shop',
      node: process.version,
      servers: [
        { id: 'molehill', title: 'Molehill', state: 'ready', tools: 2 },
        { id: 'fixture', title: 'Fixture', state: 'ready', tools: 6 },
      ],
      doors: [],
      next: ['Tools for tests.', 'call_history shows the recent calls, with errors and durations.'],
    },
  });
});

test('a door that is opened later shows', async () => {
  const { doors, status } = workbench();
  doors.push({ kind: 'http', address: 'http://127.0.0.1:50001/mcp' });
  expect((await status()).envelope).toMatchObject({
    data: { doors: [{ kind: 'http', address: 'http://127.0.0.1:50001/mcp' }] },
  });
});

test('the text alone says it all', async () => {
  const { text } = await workbench().status();
  expect(text).toContain('version: 1.2.3\nworkspace: /work/shop\n');
  expect(text).toContain('servers (1):\nid | title | state | tools\nmolehill | Molehill | ready | 2');
});
