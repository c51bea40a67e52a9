import type { ServerDescription, SqlBackend, SqlConnection } from './engines/engine.ts';

/** Checks that a connection works and warns when the role of a read-only connection may write. */
export async function ping(backend: SqlBackend, config: SqlConnection, signal: AbortSignal) {
  const server = await backend.describeServer(signal);
  const warning = warningFor(server, config);
  return {
    type: config.type,
    version: server.version,
    user: server.user,
    database: server.database,
    readonly: config.readonly,
    ...(warning === undefined ? {} : { warning }),
  };
}

function warningFor(
  { superuser, canWrite }: ServerDescription,
  { readonly }: SqlConnection,
): string | undefined {
  if (!readonly) return undefined;
  const better = 'Statements are checked and run read-only, but a role that may only read is safer.';
  if (superuser) return `The database role is a superuser. ${better}`;
  return canWrite ? `The database role may write. ${better}` : undefined;
}
