import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAudit } from '@molehill/core/audit';
import { silentLog } from '@molehill/core/log';
import { describeAnyInput } from '@molehill/serve/testing/any-input';
import { describeServerContract } from '@molehill/serve/testing/server-contract';
import { afterAll } from 'vitest';
import { version } from '../version.ts';
import { molehillServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'molehill-'));
const audit = openAudit({ path: join(folder, 'audit.jsonl'), log: silentLog });
afterAll(() => {
  audit.close();
  rmSync(folder, { recursive: true });
});
for (let index = 0; index < 100; index++) {
  audit.append({
    id: `id-${index}`,
    at: '2026-01-01T00:00:00.000Z',
    server: 'fixture',
    tool: 'echo',
    frontend: 'stdio',
    durationMs: 1,
    outcome: 'ok',
    inputBytes: 1,
    outputBytes: 1,
    arguments: { text: 'x'.repeat(index) },
  });
}

const server = molehillServer({ version, workspace: '/work', frontends: [], servers: () => [], audit });

describeServerContract(server);
describeAnyInput(server);
