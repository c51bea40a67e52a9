import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from './version.ts';

const HELP = `esmole-mcp ${version}: search clusters for an agent, over MCP on standard input and output

Usage: esmole-mcp [--workspace DIR] [--timeout MS]

  --workspace DIR  The project: relative paths count from there (default: this folder)
  --timeout MS     How long a call may take (default 30000)
  --help           Print this
  --version        Print the version

Connections come from
  ESMOLE_CONNECTIONS  a JSON array: [{"name":"logs","host":"search.internal","apiKey":"\${env:LOGS_KEY}","readonly":true}]
  ESMOLE_CONFIG       a JSON file: {"connections": [ … ]}
  ESMOLE_STORE        the file that add_connection writes (default: in the state directory, see MOLEHILL_HOME)
`;

const exitCodes = { failed: 1, usage: 2 } as const;

/** The `es` server alone, under the bare names of its tools. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) process.stdout.write(HELP);
    else if (flags.version) process.stdout.write(`${version}\n`);
    else await serve(flags);
  } catch (error) {
    process.stderr.write(`esmole-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
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
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}. See esmole-mcp --help.`);
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
  const [{ openRuntime }, { createCatalogue }, { serveProcess }, { esServer }] = await Promise.all([
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
  const server = esServer({ env, stateRoot: paths.root, workspace, log, redactor });
  const catalogue = createCatalogue([server], { prefixed: false });
  const endpoint = { name: 'esmole-mcp', version, instructions: server.instructions, catalogue, dispatcher };
  await serveProcess(endpoint, {
    log,
    close: async () => {
      await server.close?.();
      audit.close();
    },
  });
}
