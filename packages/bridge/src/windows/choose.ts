import { resolve } from 'node:path';
import { bridgeErrors } from '../errors.ts';
import { canonicalRoot, upwards } from '../ports/roots.ts';
import type { WindowRecord } from './record.ts';

export interface Wanted {
  /** A folder, or the id of a window. When it is given, nothing else counts. */
  readonly workspace?: string | undefined;
  /** A path the call is about. */
  readonly path?: string | undefined;
  readonly cwd: string;
}

/** The window with the deepest folder around what is wanted. */
export async function chooseWindow(windows: readonly WindowRecord[], wanted: Wanted): Promise<WindowRecord> {
  const named = windows.find(({ id }) => id === wanted.workspace);
  if (named) return named;
  for (const place of placesOf(wanted)) {
    const around = windowsAround(windows, await canonicalRoot(place));
    if (around.length > 1) throw ambiguous(place, around);
    if (around[0]) return around[0];
  }
  throw unavailable(windows, wanted);
}

function placesOf({ workspace, path, cwd }: Wanted): readonly string[] {
  if (workspace !== undefined) return [resolve(cwd, workspace)];
  return path === undefined ? [cwd] : [resolve(cwd, path), cwd];
}

function windowsAround(windows: readonly WindowRecord[], place: string): readonly WindowRecord[] {
  for (const folder of upwards(place)) {
    const found = windows.filter(({ folders }) => folders.includes(folder));
    if (found.length > 0) return found;
  }
  return [];
}

function describe({ id, kind, pid, folders, version }: WindowRecord) {
  return { id, kind, pid, folders, version };
}

const inWords = (windows: readonly WindowRecord[]) =>
  windows.map(({ id, kind, folders }) => `${id} (${kind}: ${folders.join(', ')})`).join('; ');

function ambiguous(place: string, windows: readonly WindowRecord[]) {
  const message = `${windows.length} windows have ${place} open: ${inWords(windows)}.`;
  return bridgeErrors.fail('E_AMBIGUOUS_WINDOW', message, { details: { windows: windows.map(describe) } });
}

function unavailable(windows: readonly WindowRecord[], { workspace, path, cwd }: Wanted) {
  const place = workspace ?? path ?? cwd;
  const others = windows.length === 0 ? 'No window is open.' : `Open are: ${inWords(windows)}.`;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `No open window has ${place}. ${others}`, {
    details: { windows: windows.map(describe) },
  });
}
