import { rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, extname, isAbsolute, join } from 'node:path';
import type { DebugConfiguration } from '@molehill/editor/host';
import { findProgram, isProgram } from '../machine-tools/find-program.ts';
import type { Env, InstallJob, ToolLocation, ToolSearch } from '../machine-tools/machine-tool.ts';
import type { AdapterProcess, AdapterSpec } from './adapter.ts';
import { configured, installed } from './locations.ts';

const name = 'delve';
const version = '1.27.2';
const MODULE = 'github.com/go-delve/delve';
/** As in Go's checksum database. */
const CHECKSUM = 'h1:dhcjFjiVoQI53uwsG7EqYiMhdvFuywsBZx4KDOK+sYE=';
const file = process.platform === 'win32' ? 'dlv.exe' : 'dlv';

export const delve: AdapterSpec = {
  name,
  languages: ['Go'],
  types: ['go', 'delve'],
  setting: 'delvePath',
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return ofGoExtension(search) ?? installed(search, { name, version, file }) ?? onPath(search);
  },
  process: ({ path }, configuration) => processOf(path, configuration),
  prepare(configuration): DebugConfiguration {
    const { __workspaceFolder, ...rest } = configuration;
    const { name: title, request } = configuration;
    const prepared = { ...rest, name: title, request, type: 'go', mode: modeOf(configuration) };
    // In its other mode delve writes what the program prints to its own output.
    return request === 'attach' ? prepared : { ...prepared, outputMode: 'remote' };
  },
  installation: {
    version,
    fetches: `the Go module ${MODULE}@v${version}, built here in about a minute`,
    obstacle: (env) => (findProgram(['go'], env) ? undefined : 'the Go toolchain is not on this machine'),
    install: buildDelve,
  },
};

/** VS Code's Go extension installs its tools with `go install`. */
function ofGoExtension({ env }: ToolSearch): ToolLocation | undefined {
  const folders = [
    env.GOBIN,
    env.GOPATH && join(env.GOPATH, 'bin'),
    join(env.HOME || env.USERPROFILE || homedir(), 'go', 'bin'),
  ];
  const path = folders.flatMap((folder) => (folder ? [join(folder, file)] : [])).find(isProgram);
  return path === undefined ? undefined : { path, source: 'vscode' };
}

function onPath({ env }: ToolSearch): ToolLocation | undefined {
  const path = findProgram(['dlv'], env);
  return path === undefined ? undefined : { path, source: 'system' };
}

function modeOf({ mode, program, request, processId }: DebugConfiguration): unknown {
  if (request === 'attach') return mode ?? (processId === undefined ? 'remote' : 'local');
  if (mode !== undefined && mode !== 'auto') return mode;
  return typeof program === 'string' && program.endsWith('_test.go') ? 'test' : 'debug';
}

function processOf(path: string, configuration: DebugConfiguration): AdapterProcess {
  const { mode, host, port, program, cwd } = configuration;
  if (mode === 'remote' && typeof port === 'number')
    return { kind: 'running', host: typeof host === 'string' ? host : '127.0.0.1', port };
  const folder = moduleFolder(program) ?? (typeof cwd === 'string' ? cwd : undefined);
  return {
    kind: 'tcp-client',
    command: path,
    args: (ours) => ['dap', `--client-addr=127.0.0.1:${ours}`],
    ...(folder === undefined ? {} : { cwd: folder }),
  };
}

/** delve runs `go build` in its own working directory, which must be inside the module. */
function moduleFolder(program: unknown): string | undefined {
  if (typeof program !== 'string' || !isAbsolute(program)) return undefined;
  return extname(program) === '' ? program : dirname(program);
}

async function buildDelve({ target, work, env, run, progress }: InstallJob): Promise<void> {
  const go = findProgram(['go'], env);
  if (!go) throw new Error('the Go toolchain is not on this machine');
  progress(`Building ${MODULE}@v${version} (about a minute)`);
  const folders = goFolders(work, env);
  await run(go, ['install', `${MODULE}/cmd/dlv@v${version}`], { env: folders });
  progress('Checking the checksum');
  const built = join(work, 'bin', file);
  const described = await run(go, ['version', '-m', built], { env: folders });
  if (!described.includes(`${MODULE}\tv${version}\t${CHECKSUM}`))
    throw new Error(`the checksum of ${MODULE}@v${version} is not ${CHECKSUM} as expected`);
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
