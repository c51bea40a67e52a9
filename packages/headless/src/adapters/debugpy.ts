import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord } from '@molehill/core/record';
import type { DebugConfiguration } from '@molehill/editor/host';
import { interpreterOf, projectInterpreter } from '@molehill/editor/launch/python';
import { findProgram } from '../machine-tools/find-program.ts';
import { configured, installed } from '../machine-tools/locations.ts';
import type {
  Env,
  Installation,
  InstallJob,
  ToolLocation,
  ToolSearch,
} from '../machine-tools/machine-tool.ts';
import { fileOfExtension } from '../machine-tools/vscode.ts';
import type { AdapterProcess, AdapterSpec } from './adapter.ts';
import { debugpyHashes } from './debugpy-hashes.ts';

const name = 'debugpy';
/** debugpy interrupts an expression after this time, and without it never. Below the default of `debug_evaluate`. */
const EVALUATION_SECONDS = '9';
const version = '1.8.22';

export const debugpy: AdapterSpec = {
  name,
  kind: 'debug adapter',
  languages: ['Python'],
  types: ['debugpy', 'python'],
  setting: 'debugpyPath',
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return (
      fileOfExtension('ms-python.debugpy', ['bundled/libs/debugpy/adapter'], search.env) ??
      installed(search, { name, version, file: interpreterOf('.') }) ??
      (await ofSystem(search))
    );
  },
  process: ({ path }, configuration) => runningServer(configuration) ?? adapterProcess(path),
  prepare(configuration): DebugConfiguration {
    const { pythonPath, python = pythonPath, __workspaceFolder, ...rest } = configuration;
    const prepared = { ...rest, name: configuration.name, request: configuration.request, type: 'debugpy' };
    if (configuration.request === 'attach') return prepared;
    return {
      redirectOutput: true,
      showReturnValue: true,
      ...prepared,
      env: {
        PYDEVD_INTERRUPT_THREAD_TIMEOUT: EVALUATION_SECONDS,
        ...(isRecord(configuration.env) ? configuration.env : {}),
      },
      python: Array.isArray(python) ? python : [python ?? interpreterFor(configuration)],
      console: 'internalConsole',
    };
  },
  installation: debugpyInstallation(debugpyHashes),
};

/** pip installs nothing whose hash is not one of these. */
export function debugpyInstallation(hashes: readonly string[]): Installation {
  return {
    version,
    fetches: `the PyPI package debugpy ${version} (5 MB) into a virtual environment`,
    obstacle: (env) => (systemPython(env) ? undefined : 'Python 3 is not on this machine'),
    install: (job) => installIntoVenv(job, hashes),
  };
}

function systemPython(env: Env): string | undefined {
  return findProgram(['python3', 'python'], env);
}

/** Debian's python3-debugpy, or `pip install --user debugpy`. */
async function ofSystem({ env }: ToolSearch): Promise<ToolLocation | undefined> {
  const python = systemPython(env);
  if (!python) return undefined;
  const script = 'import debugpy, sys; print(sys.executable); print(debugpy.__version__)';
  try {
    const { stdout } = await promisify(execFile)(python, ['-c', script], { timeout: 5_000, env: { ...env } });
    const [path, found] = stdout.trim().split(/\r?\n/);
    return path && found ? { path, version: found, source: 'system' } : undefined;
  } catch {
    return undefined;
  }
}

/** `debugpy --listen` speaks the protocol itself, so nothing is started for it. */
function runningServer({ request, connect }: DebugConfiguration): AdapterProcess | undefined {
  if (request !== 'attach' || !isRecord(connect)) return undefined;
  const host = typeof connect.host === 'string' ? connect.host : '127.0.0.1';
  return { kind: 'running', host, port: Number(connect.port) };
}

/** The path is a Python that has debugpy, or the folder of debugpy's adapter. */
function adapterProcess(path: string): AdapterProcess {
  if (!statSync(path).isDirectory()) return { kind: 'stdio', command: path, args: ['-m', 'debugpy.adapter'] };
  return { kind: 'stdio', command: systemPython(process.env) ?? 'python3', args: [path] };
}

/** The program's own interpreter: that of the adapter has none of the project's packages. */
function interpreterFor({ __workspaceFolder, cwd }: DebugConfiguration): string {
  const folders = [cwd, __workspaceFolder].filter((given) => typeof given === 'string');
  return projectInterpreter(folders, process.env, existsSync) ?? systemPython(process.env) ?? 'python3';
}

async function installIntoVenv(
  { target, work, env, run, progress }: InstallJob,
  hashes: readonly string[],
): Promise<void> {
  const python = systemPython(env);
  if (!python) throw new Error('Python 3 is not on this machine');
  progress('Creating a virtual environment');
  await run(python, ['-m', 'venv', target]);
  progress(`Fetching debugpy ${version}`);
  const requirements = join(work, 'requirements.txt');
  const allowed = hashes.map((hash) => ` --hash=sha256:${hash}`).join('');
  await writeFile(requirements, `debugpy==${version}${allowed}\n`);
  const flags = ['--require-hashes', '--only-binary=:all:', '--no-cache-dir', '--no-deps', '--no-input'];
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--quiet', ...flags];
  await run(interpreterOf(target), [...pip, '-r', requirements]);
}
