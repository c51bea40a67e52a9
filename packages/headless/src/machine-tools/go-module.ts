import { rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, isProgram } from './find-program.ts';
import type { Env, InstallJob, ToolLocation } from './machine-tool.ts';

export interface PinnedModule {
  readonly module: string;
  /** The package with the program, below the module; absent where it is the module itself. */
  readonly package?: string;
  readonly version: string;
  /** As in Go's checksum database. */
  readonly checksum: string;
  readonly program: string;
}

const NO_GO = 'the Go toolchain is not on this machine';

export function whyNoGo(env: Env): string | undefined {
  return findProgram(['go'], env) ? undefined : NO_GO;
}

export function goProgramFile(program: string): string {
  return process.platform === 'win32' ? `${program}.exe` : program;
}

/** Where `go install` puts programs; VS Code's Go extension uses it for its tools. */
export function fromGoInstall(program: string, env: Env): ToolLocation | undefined {
  const folders = [
    env.GOBIN,
    env.GOPATH && join(env.GOPATH, 'bin'),
    join(env.HOME || env.USERPROFILE || homedir(), 'go', 'bin'),
  ];
  const file = goProgramFile(program);
  const path = folders.flatMap((folder) => (folder ? [join(folder, file)] : [])).find(isProgram);
  return path === undefined ? undefined : { path, source: 'vscode' };
}

export async function buildGoProgram(pinned: PinnedModule, job: InstallJob): Promise<void> {
  const { target, work, env, run, progress } = job;
  const { module, version, checksum } = pinned;
  const go = findProgram(['go'], env);
  if (!go) throw new Error(NO_GO);
  progress(`Building ${module}@v${version} (about a minute)`);
  const folders = goFolders(work, env);
  const path = [module, ...(pinned.package === undefined ? [] : [pinned.package])].join('/');
  await run(go, ['install', `${path}@v${version}`], { env: folders });
  progress('Checking the checksum');
  const file = goProgramFile(pinned.program);
  const built = join(work, 'bin', file);
  const described = await run(go, ['version', '-m', built], { env: folders });
  if (!described.includes(`${module}\tv${version}\t${checksum}`))
    throw new Error(`the checksum of ${module}@v${version} is not ${checksum} as expected`);
  await rename(built, join(target, file));
}

/** Go's caches are outside of Molehill's folder otherwise, and read-only where `-modcacherw` is not given. */
function goFolders(work: string, env: Env): Env {
  return {
    ...env,
    GOBIN: join(work, 'bin'),
    GOPATH: join(work, 'go'),
    GOMODCACHE: join(work, 'go', 'mod'),
    GOCACHE: join(work, 'go-build'),
    GOFLAGS: `${env.GOFLAGS ?? ''} -modcacherw`.trim(),
  };
}
