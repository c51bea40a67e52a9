import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from './version.ts';

const HELP = `dbmole-mcp ${version}: SQL connections for an agent, over MCP on standard input and output

Usage: dbmole-mcp [--workspace DIR] [--timeout MS]

  --workspace DIR  The project: exports go there, relative paths count from there (default: this folder)
  --timeout MS     How long a call may take (default 30000)
  --help           Print this
  --version        Print the version

Connections come from
  DBMOLE_CONNECTIONS  a JSON array: [{"name":"shop","type":"postgres","host":"127.0.0.1","user":"u","readonly":true}]
  DBMOLE_CONFIG       a JSON file: {"connections": [ … ]}
  DBMOLE_STORE        the file that add_connection writes (default: in the state directory, see MOLEHILL_HOME)
`;

const exitCodes = { failed: 1, usage: 2 } as const;

/** The `sql` server alone, under the bare names of its tools. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) process.stdout.write(HELP);
    else if (flags.version) process.stdout.write(`${version}\n`);
    else await serve(flags);
  } catch (error) {
    process.stderr.write(`dbmole-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}

class UsageError extends Error {}

function readFlags(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        workspace: { type: 'string', default: '.' },
        timeout: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}. See dbmole-mcp --help.`);
  }
}

/** Everything is loaded here and not before, so that `--version` costs nothing. */
async function serve(flags: {
  readonly workspace: string;
  readonly timeout?: string | undefined;
}): Promise<void> {
  const workspace = resolve(flags.workspace);
  if (!statSync(workspace, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `The workspace ${workspace} is not a folder. Name an existing one with --workspace.`,
    );
  const [{ openRuntime }, { createCatalogue }, { serveProcess }, { sqlServer }] = await Promise.all([
    import('@molehill/core/runtime'),
    import('@molehill/core/catalogue'),
    import('@molehill/core/serve/process'),
    import('./server.ts'),
  ]);
  const { env } = process;
  const { log, redactor, dispatcher, audit, paths } = await openRuntime({
    env,
    flags: { timeoutMs: flags.timeout },
  });
  const server = sqlServer({ env, stateRoot: paths.root, workspace, log, redactor });
  const catalogue = createCatalogue([server], { prefixed: false });
  const endpoint = { name: 'dbmole-mcp', version, instructions: server.instructions, catalogue, dispatcher };
  await serveProcess(endpoint, {
    log,
    close: async () => {
      await server.close?.();
      audit.close();
    },
  });
}
