import type { SqlConnection } from './config.ts';

/** The server or file behind a connection: two connections of one place can get in each other's way. */
export function placeOf(config: SqlConnection): string {
  return JSON.stringify(
    config.type === 'sqlite' ? [config.file] : [config.host, config.port, config.ssh?.host],
  );
}
