import { runStandalone } from '@molehill/serve/standalone';
import { version } from './version.ts';

/** Serves `sql` alone, with unprefixed tool names. */
export function main(args?: readonly string[]): Promise<void> {
  const program = {
    name: 'dbmole-mcp',
    version,
    about: 'SQL connections for an agent',
    workspaceIs: 'exports are written there, relative paths are resolved against it',
    sources: SOURCES,
    load: async () => (await import('./server.ts')).sqlServer,
  };
  return runStandalone(program, args);
}

const SOURCES = `Connections come from
  DBMOLE_CONNECTIONS  a JSON array: [{"name":"shop","type":"postgres","host":"127.0.0.1","user":"u","readonly":true}]
  DBMOLE_CONFIG       a JSON file: {"connections": [ … ]}
  DBMOLE_STORE        the file that add_connection writes (default: in the state directory, see MOLEHILL_HOME)`;
