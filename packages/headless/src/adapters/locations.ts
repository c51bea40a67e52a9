import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder } from '../machine-tools/install.ts';
import type { ToolLocation, ToolSearch } from '../machine-tools/machine-tool.ts';

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
