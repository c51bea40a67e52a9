import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env, ToolLocation } from './machine-tool.ts';

/** The location with the version that the program prints; undefined where it fails. */
export async function ifItRuns(found: ToolLocation | undefined, env: Env): Promise<ToolLocation | undefined> {
  if (!found) return undefined;
  try {
    const { stdout } = await promisify(execFile)(found.path, ['--version'], {
      timeout: 5_000,
      env: { ...env },
    });
    const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
    return { ...found, ...(version === undefined ? {} : { version }) };
  } catch {
    return undefined;
  }
}
