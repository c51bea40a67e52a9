import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** The interpreter of a virtual environment. */
export function interpreterOf(environment: string): string {
  return process.platform === 'win32'
    ? join(environment, 'Scripts', 'python.exe')
    : join(environment, 'bin', 'python');
}

/** The interpreter that has the project's packages, from the innermost folder outwards. */
export function projectInterpreter(
  folders: readonly string[],
  env: Env,
  exists: (path: string) => boolean,
): string | undefined {
  const own = folders.flatMap((folder) => [join(folder, '.venv'), join(folder, 'venv')]);
  const environments = [...own, env.VIRTUAL_ENV];
  return environments.flatMap((found) => (found ? [interpreterOf(found)] : [])).find(exists);
}
