import { existsSync } from 'node:fs';
import { openAudit } from '@molehill/core/audit';
import { silentLog } from '@molehill/core/log';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { expect, onTestFinished, test } from 'vitest';
import { molehillServer } from './server.ts';
import type { Frontend, ServerView } from './status.ts';

function workbench(auditPath = '/dev/null/audit.jsonl') {
  const frontends: Frontend[] = [];
  const servers: ServerView[] = [];
  const audit = openAudit({ path: auditPath, log: silentLog });
  onTestFinished(() => audit.close());
  const own = molehillServer({
    version: '1.2.3',
    workspace: '/work/shop',
    frontends,
    servers: () => servers,
    audit,
  });
  servers.push({ id: 'molehill', title: 'Molehill', state: 'ready', tools: 2, instructions: 'Call status.' });
  const { dispatcher, catalogue, feed } = createTestEndpoint(own);
  feed.subscribe((event) => event.kind === 'finished' && audit.append(event.call));
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

test.skipIf(!existsSync('/dev/full'))('tells that calls are not recorded', async () => {
  const { status } = workbench('/dev/full');
  await status();
  for (const missing of [1, 2])
    expect((await status()).text).toMatch(
      new RegExp(`Calls are not recorded since .*ENOSPC.* ${missing} missing in the history so far\\.`, 's'),
    );
});

test('the text contains all data', async () => {
  const { text } = await workbench().status();
  expect(text).toContain('version: 1.2.3\nworkspace: /work/shop\n');
  expect(text).toContain('servers (1):\nid | title | state | tools\nmolehill | Molehill | ready | 2');
});
