import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRecord } from '@molehill/core/record';
import type { VersionControlHost } from '@molehill/editor/host';
import type { Env } from '../machine-tools/machine-tool.ts';

export interface GitOptions {
  readonly folders: readonly string[];
  readonly env: Env;
}

const run = promisify(execFile);
const GIT_MS = 8_000;
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_REASON = 300;
/** Runs no program that the repository names, and takes no lock that a person's own command would wait for. */
const SAFE = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const STATUS = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=all'];

export function openGit({ folders, env }: GitOptions): VersionControlHost {
  return {
    changedFiles: async (signal) => {
      try {
        const parts = await Promise.all(folders.map((folder) => changedFiles(folder, env, signal)));
        return { files: [...new Set(parts.flat())] };
      } catch (error) {
        signal.throwIfAborted();
        return { unknown: reasonOf(error) };
      }
    },
  };
}

async function changedFiles(folder: string, env: Env, signal: AbortSignal): Promise<readonly string[]> {
  const git = async (...args: readonly string[]) => {
    const options = { cwd: folder, env: cleaned(env), signal, timeout: GIT_MS, maxBuffer: MOST_BYTES };
    return (await run('git', [...SAFE, ...args], options)).stdout;
  };
  const root = (await git('rev-parse', '--show-toplevel')).replace(/\r?\n$/, '');
  const paths = parseStatus(await git(...STATUS, '--', '.')).map((path) => resolve(root, path));
  return paths.filter((path) => existsSync(path));
}

/** Paths of files in the answer of `status --porcelain -z`, deleted ones included. */
function parseStatus(output: string): string[] {
  const fields = output.split('\0');
  const paths: string[] = [];
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? '';
    const [state, path] = [field.slice(0, 2), field.slice(3)];
    // The old path of a renamed or copied file is a field of its own.
    if (/[RC]/.test(state)) index += 1;
    const isNestedRepository = path.endsWith('/');
    if (path !== '' && !isNestedRepository) paths.push(path);
  }
  return paths;
}

/** Without the variables of a Git hook, which name another repository. */
function cleaned(env: Env): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}

function reasonOf(error: unknown): string {
  if (!isRecord(error)) return String(error);
  if (error.code === 'ENOENT') return 'Git is not installed.';
  const said = typeof error.stderr === 'string' ? error.stderr.trim() : '';
  if (said.includes('not a git repository')) return 'The workspace folder is not in a Git repository.';
  return `Git failed: ${(said || String(error.message)).slice(0, LONGEST_REASON)}`;
}
