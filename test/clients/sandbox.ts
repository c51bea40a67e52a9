import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckContext, Target } from './client.ts';
import { type Finished, runProcess } from './process.ts';

const tap = fileURLToPath(new URL('./tap.ts', import.meta.url));
// Nothing listens here, so requests to a vendor fail at once. Local endpoints are exempt.
const nowhere = 'http://127.0.0.1:9';

export const traceFile = (workdir: string) => join(workdir, 'trace.jsonl');
export const projectFolder = (workdir: string) => join(workdir, 'project');
/** State directory of the server. */
export const stateFolder = (workdir: string) => join(workdir, 'state');
export const homeFolder = (workdir: string) => join(workdir, 'home');
export const configFolder = (workdir: string) => join(workdir, 'home', '.config');

/** A minimal environment: no setting or key of the user reaches a client. */
export function isolatedEnv(workdir: string): NodeJS.ProcessEnv {
  const home = homeFolder(workdir);
  return {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: configFolder(workdir),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TMPDIR: join(workdir, 'tmp'),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: '127.0.0.1,localhost',
  };
}

export async function prepareSandbox(workdir: string): Promise<void> {
  const folders = [projectFolder(workdir), configFolder(workdir), join(workdir, 'tmp')];
  for (const folder of folders) await mkdir(folder, { recursive: true });
}

/** The command for a client: the server behind a recorder that forwards every byte. */
export function serverCommand(target: Target, workdir: string): [string, ...string[]] {
  return [process.execPath, tap, traceFile(workdir), target.command, ...target.args];
}

export const binary = (install: string, name: string) => join(install, 'node_modules', '.bin', name);

/** Runs the client's executable in its sandbox. */
export async function runClient(
  { install, workdir }: Pick<CheckContext, 'install' | 'workdir'>,
  bin: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  return runProcess(binary(install, bin), args, {
    cwd: projectFolder(workdir),
    env: { ...isolatedEnv(workdir), ...env },
    timeoutMs: 60_000,
  });
}

/** The part of a failed process's output worth quoting. */
export function complaint(result: Finished): string {
  if (result.timedOut) return 'no answer within 60 seconds';
  const said = (result.stderr.trim() || result.stdout.trim()).split('\n').at(-1) ?? '';
  return said.slice(0, 200) || `exit code ${result.exitCode}`;
}
