import { openAudit } from '@molehill/core/audit';
import { silentLog } from '@molehill/core/log';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { expect, test } from 'vitest';
import { molehillServer } from './server.ts';
import type { Frontend, ServerView } from './status.ts';

function workbench() {
  const frontends: Frontend[] = [];
  const servers: ServerView[] = [];
  const audit = openAudit({ path: '/dev/null/audit.jsonl', log: silentLog });
  const own = molehillServer({
    version: '1.2.3',
    workspace: '/work/shop',
    frontends,
    servers: () => servers,
    audit,
  });
  servers.push({ id: 'molehill', title: 'Molehill', state: 'ready', tools: 2, instructions: 'Call status.' });
  const { dispatcher, catalogue } = createTestEndpoint(own);
  const status = () => dispatcher.call({ entry: catalogue.find('status'), input: {}, caller: testCaller() });
  return { frontends, servers, status };
}

test('returns version, workspace, servers and next steps', async () => {
  const { servers, status } = workbench();
  servers.push(
    { id: 'fixture', title: 'Fixture', state: 'ready', tools: 6, instructions: 'Tools for tests.' },
    { id: 'files', title: 'files', state: 'waiting', tools: 0, note: 'A person must approve it.' },
  );
  expect((await status()).envelope).toMatchObject({
    ok: true,
    data: {
      version: '1.2.3',
      workspace: '/work/shop',
      node: process.version,
      servers: [
        { id: 'molehill', title: 'Molehill', state: 'ready', tools: 2 },
        { id: 'fixture', title: 'Fixture', state: 'ready', tools: 6 },
        { id: 'files', title: 'files', state: 'waiting', tools: 0, note: 'A person must approve it.' },
      ],
      frontends: [],
      next: ['Tools for tests.', 'call_history shows the recent calls, with errors and durations.'],
    },
  });
});

test('shows a frontend that is opened later', async () => {
  const { frontends, status } = workbench();
  frontends.push({ kind: 'http', address: 'http://127.0.0.1:50001/mcp' });
  expect((await status()).envelope).toMatchObject({
    data: { frontends: [{ kind: 'http', address: 'http://127.0.0.1:50001/mcp' }] },
  });
});

test('the text contains all data', async () => {
  const { text } = await workbench().status();
  expect(text).toContain('version: 1.2.3\nworkspace: /work/shop\n');
  expect(text).toContain('servers (1):\nid | title | state | tools\nmolehill | Molehill | ready | 2');
});
