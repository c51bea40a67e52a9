import type { ServerDescription, SqlCatalogue } from '../engine.ts';
import { createLists, optional, text } from '../shared/catalogue.ts';
import type { Pool } from '../shared/pool.ts';
import { describeTable } from './describe.ts';
import { LISTS, SERVER } from './lists.ts';
import { withReader } from './reader.ts';
import type { Session } from './session.ts';

export function createCatalogue(pool: Pool<Session>): SqlCatalogue {
  return {
    ...createLists(LISTS, ({ sql, params }, signal) =>
      withReader(pool, signal, (reader) => reader.rows(sql, params)),
    ),
    describe: ({ schema, name }, signal) =>
      withReader(pool, signal, (reader) => describeTable(reader, schema, name)),
  };
}

const WRITING =
  /^GRANT .*\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|INDEX|TRIGGER|EXECUTE|EVENT|SUPER|FILE)\b.* ON /i;
const ALL = /^GRANT .*\b(ALL PRIVILEGES|SUPER)\b.* ON \*\.\*/i;

export function describeServer(pool: Pool<Session>, signal: AbortSignal): Promise<ServerDescription> {
  return withReader(pool, signal, async (reader) => {
    const [server] = await reader.named(SERVER);
    const grants = (await reader.rows('SHOW GRANTS', [])).map(([grant]) => text(grant));
    const superuser = grants.some((grant) => ALL.test(grant));
    const writes = grants.some((grant) => WRITING.test(grant));
    return {
      version: `${reader.server.isMariadb ? 'MariaDB' : 'MySQL'} ${text(server?.version)}`,
      user: optional(server?.user),
      database: optional(server?.db),
      superuser,
      canWrite: superuser || (writes && Number(server?.read_only) === 0),
    };
  });
}
