import type { ServerDescription, SqlCatalogue } from '../engine.ts';
import { createLists, optional, text } from '../shared/catalogue.ts';
import { type MysqlContext, withReader } from './context.ts';
import { describeTable } from './describe.ts';
import { GRANTS, LISTS, SERVER } from './lists.ts';

export function createCatalogue(context: MysqlContext): SqlCatalogue {
  return {
    ...createLists(LISTS, ({ sql, params }, signal) =>
      withReader(context, signal, (reader) => reader.rows(sql, params)),
    ),
    describe: ({ schema, name }, signal) =>
      withReader(context, signal, (reader) => describeTable(reader, schema, name)),
  };
}

const WRITING =
  /^GRANT .*\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|INDEX|TRIGGER|EXECUTE|EVENT|SUPER|FILE)\b.* ON /i;
const ALL = /^GRANT .*\b(ALL PRIVILEGES|SUPER)\b.* ON \*\.\*/i;

export function describeServer(context: MysqlContext, signal: AbortSignal): Promise<ServerDescription> {
  return withReader(context, signal, async (reader) => {
    const [server] = await reader.named(SERVER);
    const grants = (await reader.rows(GRANTS, [])).map(([grant]) => text(grant));
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
