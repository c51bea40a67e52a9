import { chmod, readFile } from 'node:fs/promises';
import { coreErrors, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { errorCode, filesBeside, placeNew, replaceFile } from '@molehill/core/state/files';
import type { Lock } from '@molehill/core/state/lock';

/** Roots and their ports, in the order they were last written. */
export type Ports = ReadonlyMap<string, number>;

interface PortFileContent {
  readonly ports: Ports;
  readonly damage?: string;
}

const HIGHEST_PORT = 65_535;

/** Nothing is written here, so nobody has to hold the lock. Of a damaged file whatever still makes sense is used. */
export async function readPorts(path: string): Promise<PortFileContent> {
  const text = await readIfThere(path);
  if (text === undefined) return { ports: new Map() };
  try {
    return checked(JSON.parse(text));
  } catch {
    return { ports: new Map(), damage: 'not JSON' };
  }
}

function checked(value: unknown): PortFileContent {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ports: new Map(), damage: 'not of the form {"<project root>": port}' };
  const entries: [string, unknown][] = Object.entries(value);
  const good = entries.filter((entry): entry is [string, number] => entry[0] !== '' && isPort(entry[1]));
  const ports = new Map(good);
  return good.length === entries.length ? { ports } : { ports, damage: 'a value that is no port' };
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= HIGHEST_PORT;
}

export async function writePorts(path: string, ports: Ports, lock: Lock): Promise<void> {
  const text = `${JSON.stringify(Object.fromEntries(ports), null, 2)}\n`;
  await replaceFile(path, text, () => assertHeld(lock, path));
}

/** Keeps the damaged file under another name, for its owner to look at. Needs the lock. */
export async function setAside(path: string, damage: string, log: Log): Promise<void> {
  const kept = `${path}.damaged-${new Date().toISOString().replace(/[-:]/g, '')}`;
  await placeNew(path, kept);
  await chmod(kept, 0o600);
  log.warn({ path, kept, damage }, `${path} was damaged (${damage}) and is kept as ${kept}`);
}

export function damagedBeside(path: string): Promise<string[]> {
  return filesBeside(path, /^\.damaged-/);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

async function assertHeld(lock: Lock, path: string): Promise<void> {
  if (await lock.isHeld()) return;
  throw coreErrors.fail('E_STORE_LOCKED', `Another process took over ${path} while this one stood still.`);
}

export function unusable(path: string, cause: unknown) {
  const reason = messageOf(cause);
  return coreErrors.fail('E_STATE_DIR', `${path} cannot be used: ${reason}`, { cause });
}
