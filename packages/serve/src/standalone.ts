import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '@molehill/core/errors';
import { introductionOf } from '@molehill/core/phrase';
import type { MountOptions, ToolServer } from '@molehill/core/server';
import { visibleLine } from '@molehill/core/visible-text';

/** A program that serves a single server, with bare tool names. */
export interface Standalone {
  readonly name: string;
  readonly version: string;
  /** One line for `--help`. */
  readonly about: string;
  /** What the workspace means to this server, for `--help`. */
  readonly workspaceIs: string;
  /** Where its settings come from, for `--help`. */
  readonly sources: string;
  load(): Promise<(options: MountOptions) => ToolServer>;
}

const exitCodes = { failed: 1, usage: 2 } as const;

export async function runStandalone(
  program: Standalone,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const flags = readFlags(program, args);
    if (flags.help) process.stdout.write(helpOf(program));
    else if (flags.version) process.stdout.write(`${program.version}\n`);
    else await serve(program, flags);
  } catch (error) {
    process.stderr.write(`${visibleLine(`${program.name}: ${messageOf(error)}`)}\n`);
    process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}

class UsageError extends Error {}

function helpOf({ name, version, about, workspaceIs, sources }: Standalone): string {
  return `${name} ${version}: ${about}, over MCP on standard input and output

Usage: ${name} [--workspace DIR] [--timeout MS]

  --workspace DIR  The project: ${workspaceIs} (default: this folder)
  --timeout MS     How long a call may take (default 30000)
  --help           Print this
  --version        Print the version

${sources}
`;
}

function readFlags({ name }: Standalone, args: readonly string[]) {
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
    throw new UsageError(`${messageOf(error)}. See ${name} --help.`);
  }
}

interface Flags {
  readonly workspace: string;
  readonly timeout?: string | undefined;
}

/** Modules are loaded here, so that `--version` is fast. */
async function serve(program: Standalone, flags: Flags): Promise<void> {
  const workspace = checkWorkspace(flags.workspace);
  const { env } = process;
  const { prepareProcess } = await import('./prepare-process.ts');
  prepareProcess(env);
  const [{ openRuntime }, { createCatalogue }, { serveProcess }, create] = await Promise.all([
    import('./runtime.ts'),
    import('@molehill/core/catalogue'),
    import('./process.ts'),
    program.load(),
  ]);
  const runtime = await openRuntime({ env, flags: { timeoutMs: flags.timeout } });
  const { log, redactor, dispatcher, handles, feed, emit, paths } = runtime;
  const server = create({ env, stateRoot: paths.root, workspace, log, redactor, emit });
  const { name, version } = program;
  const catalogue = createCatalogue([server], { prefixed: false });
  const endpoint = {
    name,
    version,
    instructions: () => introductionOf(server, false),
    catalogue,
    dispatcher,
    handles,
    feed,
    servers: [server],
    workspace: [workspace],
  };
  await serveProcess(endpoint, {
    log,
    close: async () => {
      await handles.close();
      await server.close?.();
      await runtime.close();
    },
  });
}

function checkWorkspace(given: string): string {
  const workspace = resolve(given);
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(workspace);
  throw new UsageError(`The workspace ${workspace} is not a folder. Name an existing one with --workspace.`);
}
