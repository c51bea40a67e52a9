import { join } from 'node:path';
import { coreErrors } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { ensureStateDirectory } from '@molehill/core/paths';
import { isRecord } from '@molehill/core/record';
import { errorCode } from '@molehill/core/state/files';
import { type JsonState, openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';
import { canonicalRoot, upwards } from './roots.ts';

/** `{"<project root>": port}`, least recently written first. */
const portsSchema = z.record(z.string().min(1), z.int().min(1).max(65_535));
type Ports = Readonly<z.output<typeof portsSchema>>;

/** A listening server; closed again when its port cannot be registered. */
interface Listening {
  readonly port: number;
  close(): unknown;
}

interface PortMapOptions {
  readonly log?: Log;
  readonly lockWaitMs?: number;
  /** The ports to assign; concurrent tests use different ranges. */
  readonly range?: PortRange;
}

interface PortRange {
  readonly first: number;
  readonly last: number;
}

const DEFAULT_RANGE: PortRange = { first: 50_001, last: 51_000 };
/** Fewer than there are ports, so that remembered ports never use up the range. */
const MAX_REMEMBERED = 500;
const LOCK_WAIT_MS = 30_000;

export function openPortMap(stateRoot: string, options: PortMapOptions = {}): PortMap {
  return new PortMap(stateRoot, options);
}

/** Which project is served at which port, for all processes that share a state directory. */
class PortMap {
  readonly #stateRoot: string;
  readonly #range: PortRange;
  readonly #live: JsonState<Ports>;
  readonly #remembered: JsonState<Ports>;

  constructor(stateRoot: string, { range = DEFAULT_RANGE, log, lockWaitMs = LOCK_WAIT_MS }: PortMapOptions) {
    const lockPath = join(stateRoot, 'ports.json.lock');
    const shared = { lockPath, lockWaitMs, log, schema: portsSchema, empty: {}, recover: validEntries };
    const open = (name: string) => openJsonState<Ports>({ path: join(stateRoot, name), ...shared });
    this.#stateRoot = stateRoot;
    this.#range = range;
    this.#live = open('ports.json');
    this.#remembered = open('remembered-ports.json');
  }

  /**
   * Listens for a project and registers the port: the previous one when it is free, else the next free one, or the
   * wanted one (0 for any). `listen` binds the given port or rejects with E_PORT_IN_USE. The last claim of a root wins.
   */
  async claim<T extends Listening>(
    projectRoot: string,
    listen: (port: number) => Promise<T>,
    wanted?: number,
  ): Promise<T> {
    ensureStateDirectory(this.#stateRoot);
    const root = await canonicalRoot(projectRoot);
    const range = this.#range;
    const server =
      wanted === undefined
        ? await listenOnFirstFree(range, candidates(root, await this.#remembered.read(), range), listen)
        : await listen(wanted);
    try {
      // Remembered first: the port of a process killed in between is remembered and not registered.
      await this.#remembered.change((ports) => withLast(ports, root, server.port));
      await this.#live.change((ports) => withClaim(ports, root, server.port));
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  /** Removes the entry if it still has this port; the port stays remembered. */
  async release(projectRoot: string, port: number): Promise<void> {
    const root = await canonicalRoot(projectRoot);
    let released = false;
    await this.#live.change((ports) => {
      released = ports[root] === port;
      return released ? withoutRoot(ports, root) : ports;
    });
    if (released) await this.#remembered.change((ports) => withLast(ports, root, port));
  }

  /** The nearest project at or above a path, if it is open. The entry may be stale: verify the host with `checkHealth`. */
  async rootFor(path: string) {
    const [open, known] = await Promise.all([this.#live.read(), this.#remembered.read()]);
    const projects = { ...known, ...open };
    const projectRoot = upwards(await canonicalRoot(path)).find((folder) => Object.hasOwn(projects, folder));
    const port = projectRoot === undefined ? undefined : open[projectRoot];
    return projectRoot === undefined || port === undefined ? undefined : { projectRoot, port };
  }
}

/** The project's previous port; then ports that no project remembers; then those of others, least recently used first. */
export function* candidates(root: string, remembered: Ports, range: PortRange): Generator<number> {
  const own = remembered[root];
  if (own !== undefined) yield own;
  const others = new Set(Object.values(remembered).filter((port) => port !== own));
  for (let port = range.first; port <= range.last; port++) {
    if (port !== own && !others.has(port)) yield port;
  }
  yield* others;
}

/** Binds instead of probing: a probed port may be taken a moment later. */
async function listenOnFirstFree<T extends Listening>(
  { first, last }: PortRange,
  ports: Iterable<number>,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  for (const port of ports) {
    try {
      return await listen(port);
    } catch (error) {
      if (errorCode(error) !== 'E_PORT_IN_USE') throw error;
    }
  }
  throw coreErrors.fail('E_PORT_IN_USE', `All ports from ${first} to ${last} are in use.`, {
    hint: 'End programs that listen on these ports.',
  });
}

/** This process listens on the port, so every other entry with that port is stale. */
function withClaim(live: Ports, root: string, port: number): Ports {
  const others = Object.entries(withoutRoot(live, root)).filter(([, taken]) => taken !== port);
  return { ...Object.fromEntries(others), [root]: port };
}

function withoutRoot(ports: Ports, root: string): Ports {
  const { [root]: _, ...others } = ports;
  return others;
}

function withLast(remembered: Ports, root: string, port: number): Ports {
  const entries = [...Object.entries(withoutRoot(remembered, root)), [root, port] as const];
  return Object.fromEntries(entries.slice(-MAX_REMEMBERED));
}

function validEntries(json: unknown): Ports {
  const entries = Object.entries(isRecord(json) ? json : {});
  const valid = entries.filter(([root, port]) => portsSchema.safeParse({ [root]: port }).success);
  return Object.fromEntries(valid) as Ports;
}

export { canonicalRoot };
