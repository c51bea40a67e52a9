import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { installedFolder } from './install.ts';
import type { ToolLocation, ToolSearch } from './machine-tool.ts';

/** The configured path, where there is one. It is the only one to use, so `undefined` inside means not installed. */
export function configured({
  setting,
}: ToolSearch): { readonly location: ToolLocation | undefined } | undefined {
  if (setting === undefined) return undefined;
  return { location: existsSync(setting) ? { path: setting, source: 'setting' } : undefined };
}

/** The copy that Molehill installed. */
export function installed(
  { stateRoot }: ToolSearch,
  { name, version, file }: { readonly name: string; readonly version: string; readonly file: string },
): ToolLocation | undefined {
  const path = join(installedFolder(stateRoot, name, version), file);
  return existsSync(path) ? { path, version, source: 'cache' } : undefined;
}

/** The first of these programs in PATH. */
export function onPath(programs: readonly string[], { env }: ToolSearch): ToolLocation | undefined {
  const path = findProgram(programs, env);
  return path === undefined ? undefined : { path, source: 'system' };
}
