import { runStandalone } from '@molehill/serve/standalone';
import { version } from './version.ts';

/** The `es` server alone, with its tools under their short names. */
export function main(args?: readonly string[]): Promise<void> {
  const program = {
    name: 'esmole-mcp',
    version,
    about: 'search clusters for an agent',
    workspaceIs: 'relative paths are relative to it',
    sources: SOURCES,
    load: async () => (await import('./server.ts')).esServer,
  };
  return runStandalone(program, args);
}

const SOURCES = `Connections come from
  ESMOLE_CONNECTIONS  a JSON array: [{"name":"logs","host":"search.internal","apiKey":"\${env:LOGS_KEY}","readonly":true}]
  ESMOLE_CONFIG       a JSON file: {"connections": [ … ]}
  ESMOLE_STORE        the file that add_connection writes (default: in the state directory, see MOLEHILL_HOME)`;
