import { afterEach, expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import type { CatalogueSession } from './catalogue-session.ts';
import { openCatalogueSession } from './connect.ts';
import { statement } from './exchange.ts';

const address = await sharedPostgres();
const never = new AbortController().signal;
const PREPARED = "SELECT statement FROM pg_prepared_statements WHERE name LIKE 'molehill%' ORDER BY 1";

const opened: CatalogueSession[] = [];
afterEach(async () => {
  for (const session of opened.splice(0)) await session.destroy();
});

async function open(): Promise<CatalogueSession> {
  const { host, port, user, password } = address ?? { host: '', port: 0, user: '', password: '' };
  const type = 'postgres' as const;
  const config = { name: 'test', type, host, port, user, password, database: 'postgres', readonly: false };
  const target = { config, connectHost: host, connectPort: port, serverName: host };
  const session = await openCatalogueSession(target, never);
  opened.push(session);
  return session;
}

test.skipIf(!address)('keeps its queries prepared when it is returned to the pool', async () => {
  const session = await open();
  await session.read(PREPARED, [], never);
  await session.reset();
  expect((await session.read(PREPARED, [], never)).rows).toEqual([[PREPARED]]);
});

test.skipIf(!address)('forgets them after a failure, and works again', async () => {
  const session = await open();
  await expect(session.read('SELECT 1/$1::int', ['0'], never)).rejects.toThrow('division by zero');
  await session.reset();
  expect((await session.read('SELECT 1/$1::int', ['1'], never)).rows).toEqual([['1']]);
  expect((await session.read(PREPARED, [], never)).rows).toContainEqual([PREPARED]);
});

test.skipIf(!address)('reads on where a pooler does not keep statements', async () => {
  const session = await open();
  await session.read(PREPARED, [], never);
  await session.exchange([statement('DEALLOCATE ALL')]);
  expect((await session.read(PREPARED, [], never)).rows).toEqual([]);
  expect((await session.read(PREPARED, [], never)).rows).toEqual([]);
});

test.skipIf(!address)('refuses changes', async () => {
  const session = await open();
  await expect(session.read('CREATE TABLE made_by_catalogue (a int)', [], never)).rejects.toThrow(
    'read-only transaction',
  );
});
