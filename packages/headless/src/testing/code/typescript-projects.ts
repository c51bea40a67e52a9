import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TypescriptPackage } from '../../../../../test/engines/typescript-project.ts';

/** Errors that TypeScript 7 finds in the published sources, and version 5 does not. */
export const knownErrors: Readonly<Record<TypescriptPackage, readonly string[]>> = {
  rxjs: [],
  effect: [
    "src/Schema.ts: error TS2345: Argument of type 'SchemaClass<any, any, never>' is not assignable to parameter of type 'S'.",
  ],
};

const compiler = fileURLToPath(new URL('../../../../../node_modules/typescript/bin/tsc', import.meta.url));

/** What `tsc` reports, one error a line, without positions: they move when a name gets longer. */
export async function compilerErrors(folder: string): Promise<readonly string[]> {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    );
  });
  return output
    .split('\n')
    .filter((line) => /error TS\d+/.test(line))
    .map(withoutPosition);
}

const withoutPosition = (line: string): string => line.replace(/\(\d+,\d+\)/, '');
