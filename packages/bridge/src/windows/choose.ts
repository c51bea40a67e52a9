import { resolve } from 'node:path';
import { bridgeErrors } from '../errors.ts';
import { canonicalRoot, upwards } from '../ports/roots.ts';
import type { WindowRecord } from './record.ts';

export interface Wanted {
  /** A folder or the id of a window; takes precedence over the others. */
  readonly workspace?: string | undefined;
  readonly path?: string | undefined;
  readonly cwd: string;
  /** Only windows of these kinds. */
  readonly kinds?: readonly WindowRecord['kind'][] | undefined;
}

/** The window with the deepest folder that contains the wanted path. */
export async function chooseWindow(all: readonly WindowRecord[], wanted: Wanted): Promise<WindowRecord> {
  const { workspace, path, cwd, kinds } = wanted;
  const windows = kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all;
  const named = windows.find(({ id }) => id === workspace);
  if (named) return named;
  const places = workspace === undefined ? [path ?? cwd, cwd] : [workspace];
  for (const place of places.map((each) => resolve(cwd, each))) {
    const [first, ...others] = windowsContaining(windows, await canonicalRoot(place));
    if (first && others.length > 0) throw ambiguous(place, [first, ...others]);
    if (first) return first;
  }
  throw unavailable(windows, workspace ?? path ?? cwd);
}

function windowsContaining(windows: readonly WindowRecord[], place: string): readonly WindowRecord[] {
  const openIn = (folder: string) => windows.filter(({ folders }) => folders.includes(folder));
  return openIn(upwards(place).find((folder) => openIn(folder).length > 0) ?? '');
}

function ambiguous(place: string, windows: readonly WindowRecord[]) {
  const message = `${windows.length} windows have ${place} open: ${listed(windows)}.`;
  return bridgeErrors.fail('E_AMBIGUOUS_WINDOW', message, detailsOf(windows));
}

function unavailable(windows: readonly WindowRecord[], place: string) {
  const others = windows.length === 0 ? 'No window is open.' : `Open windows: ${listed(windows)}.`;
  const message = `No open window has ${place}. ${others}`;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message, detailsOf(windows));
}

function listed(windows: readonly WindowRecord[]): string {
  return windows.map(({ id, kind, folders }) => `${id} (${kind}: ${folders.join(', ')})`).join('; ');
}

function detailsOf(windows: readonly WindowRecord[]) {
  const described = windows.map(({ port: _port, tokenFile: _file, heartbeat: _at, ...window }) => window);
  return { details: { windows: described } };
}
