import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDialectContract } from '../../testing/dialect-contract.ts';
import { sqliteDialect } from './dialect.ts';

describeDialectContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-sqlite-'));
  const file = join(folder, 'contract.db');
  writeFileSync(file, '');
  return {
    definition: { type: 'sqlite', file },
    database: 'main',
    schema: 'main',
    placeholder: () => '?',
    quote: sqliteDialect.quote,
    analyzes: false,
    keepsSnapshots: false,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
});
