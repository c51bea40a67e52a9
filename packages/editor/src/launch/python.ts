import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** The interpreter of a virtual environment. */
export function interpreterOf(environment: string): string {
  return process.platform === 'win32'
    ? join(environment, 'Scripts', 'python.exe')
    : join(environment, 'bin', 'python');
}

/** The interpreter that has the project's packages. */
export function projectInterpreter(
  folder: string,
  env: Env,
  exists: (path: string) => boolean,
): string | undefined {
  const environments = [join(folder, '.venv'), join(folder, 'venv'), env.VIRTUAL_ENV];
  return environments.flatMap((found) => (found ? [interpreterOf(found)] : [])).find(exists);
}
