import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import type { Reaper } from '@molehill/core/processes/reaper';
import { filesBeside } from '@molehill/core/state/files';
import { withLock } from '@molehill/core/state/lock';
import { editorErrors } from '@molehill/editor/errors';
import type { Env, Installation, InstallJob, MachineTool } from './machine-tool.ts';
import { runProgram } from './run-program.ts';

export interface InstallOptions {
  readonly stateRoot: string;
  readonly env: Env;
  readonly reaper: Reaper;
  readonly signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}

type Installable = MachineTool & { readonly installation: Installation };

/** Exists only when the installation is complete. */
export function installedFolder(stateRoot: string, name: string, version: string): string {
  return join(stateRoot, 'adapters', `${name}-${version}`);
}

export function missingCode({ kind }: MachineTool): 'E_NO_ADAPTER' | 'E_NO_LANGUAGE_SERVER' {
  return kind === 'debug adapter' ? 'E_NO_ADAPTER' : 'E_NO_LANGUAGE_SERVER';
}

export function installCommand(name: string): string {
  return `molehill adapters install ${name}`;
}

/**
 * Installs a tool into Molehill's folder, unless it is there. Processes that install the same tool wait for each other.
 * The tool is put together in a staging folder, which gets its name when the tool is complete and checked.
 */
export async function installTool(tool: MachineTool, options: InstallOptions): Promise<void> {
  const { installation } = tool;
  if (!installation) throw notInstallable(tool, 'only the package manager of this system has it');
  const obstacle = installation.obstacle(options.env);
  if (obstacle) throw notInstallable(tool, obstacle);
  try {
    await installLocked({ ...tool, installation }, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (isMolehillError(error)) throw error;
    throw failed(tool, error);
  }
}

async function installLocked(tool: Installable, options: InstallOptions): Promise<void> {
  const target = installedFolder(options.stateRoot, tool.name, tool.installation.version);
  await mkdir(join(options.stateRoot, 'adapters'), { recursive: true, mode: 0o700 });
  for (;;) {
    if (existsSync(target)) return;
    options.signal.throwIfAborted();
    try {
      await withLock({ path: `${target}.lock`, waitMs: LOCK_WAIT_MS }, async (lock) => {
        if (!existsSync(target)) await installIn(target, tool, options, () => lock.assertHeld());
      });
      return;
    } catch (error) {
      if (!isMolehillError(error) || error.code !== 'E_STORE_LOCKED') throw error;
      options.progress(0, undefined, `Another process is installing ${tool.name}`);
    }
  }
}

/** Between two looks at whether the call was cancelled. */
const LOCK_WAIT_MS = 250;

async function installIn(
  target: string,
  { installation }: Installable,
  options: InstallOptions,
  beforeRename: () => Promise<void>,
): Promise<void> {
  await removeStaging(target);
  const staging = await mkdtemp(`${target}.staging-`);
  const [tool, work] = [join(staging, 'tool'), join(staging, 'work')];
  try {
    await mkdir(tool);
    await mkdir(work);
    await installation.install(jobIn(tool, work, options));
    options.signal.throwIfAborted();
    await beforeRename();
    await rename(tool, target);
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The lock is held, so what is there was left by a process that was killed. */
async function removeStaging(target: string): Promise<void> {
  const left = await filesBeside(target, /^\.staging-/);
  await Promise.all(left.map((folder) => rm(folder, { recursive: true, force: true })));
}

function jobIn(target: string, work: string, { env, signal, reaper, progress }: InstallOptions): InstallJob {
  let steps = 0;
  return {
    target,
    work,
    env,
    signal,
    run: (command, args, given) =>
      runProgram(command, args, { cwd: work, env: given?.env ?? env, signal, reaper }),
    progress: (message) => progress(steps++, undefined, message),
  };
}

function notInstallable(tool: MachineTool, reason: string) {
  const { name, manualInstallation = installCommand(name) } = tool;
  return editorErrors.fail(missingCode(tool), `${name} cannot be installed: ${reason}.`, {
    hint: tool.installation
      ? `Correct that, then run ${installCommand(name)}.`
      : `Run: ${manualInstallation}`,
  });
}

function failed(tool: MachineTool, cause: unknown) {
  const message = `${tool.name} could not be installed: ${messageOf(cause).trim()}`;
  return editorErrors.fail(missingCode(tool), message, {
    hint: `Correct what the message names, then run ${installCommand(tool.name)}. Nothing was installed.`,
    cause,
  });
}
