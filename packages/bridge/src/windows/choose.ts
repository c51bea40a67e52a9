import { resolve } from 'node:path';
import { bridgeErrors } from '../errors.ts';
import { canonicalRoot, upwards } from '../ports/roots.ts';
import type { WindowRecord } from './record.ts';

export interface Wanted {
  /** A folder or the id of a window; takes precedence over the others. */
  readonly workspace?: string | undefined;
  readonly path?: string | undefined;
  readonly cwd: string;
}

/** The window with the deepest folder that contains the wanted path. */
export async function chooseWindow(windows: readonly WindowRecord[], wanted: Wanted): Promise<WindowRecord> {
  const named = windows.find(({ id }) => id === wanted.workspace);
  if (named) return named;
  for (const place of placesOf(wanted)) {
    const containing = windowsContaining(windows, await canonicalRoot(place));
    if (containing.length > 1) throw ambiguous(place, containing);
    if (containing[0]) return containing[0];
  }
  throw unavailable(windows, wanted);
}

function placesOf({ workspace, path, cwd }: Wanted): readonly string[] {
  if (workspace !== undefined) return [resolve(cwd, workspace)];
  return path === undefined ? [cwd] : [resolve(cwd, path), cwd];
}

function windowsContaining(windows: readonly WindowRecord[], place: string): readonly WindowRecord[] {
  for (const folder of upwards(place)) {
    const found = windows.filter(({ folders }) => folders.includes(folder));
    if (found.length > 0) return found;
  }
  return [];
}

function describe({ id, kind, pid, folders, version }: WindowRecord) {
  return { id, kind, pid, folders, version };
}

const listWindows = (windows: readonly WindowRecord[]) =>
  windows.map(({ id, kind, folders }) => `${id} (${kind}: ${folders.join(', ')})`).join('; ');

function ambiguous(place: string, windows: readonly WindowRecord[]) {
  const message = `${windows.length} windows have ${place} open: ${listWindows(windows)}.`;
  return bridgeErrors.fail('E_AMBIGUOUS_WINDOW', message, { details: { windows: windows.map(describe) } });
}

function unavailable(windows: readonly WindowRecord[], { workspace, path, cwd }: Wanted) {
  const place = workspace ?? path ?? cwd;
  const others = windows.length === 0 ? 'No window is open.' : `Open windows: ${listWindows(windows)}.`;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `No open window has ${place}. ${others}`, {
    details: { windows: windows.map(describe) },
  });
}
