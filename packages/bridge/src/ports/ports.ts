import { join } from 'node:path';
import { coreErrors } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { ensureStateDirectory } from '@molehill/core/paths';
import { errorCode } from '@molehill/core/state/files';
import { openPortFile, type Ports } from './port-file.ts';
import { canonicalRoot, spellRoot, upwards } from './roots.ts';

/** What listens on a port; closed again when the port could not be written down. */
export interface Listening {
  /** Where it listens. */
  readonly port: number;
  close(): unknown;
}

export interface Claimed<T> {
  readonly port: number;
  readonly served: T;
}

export interface RegisteredRoot {
  readonly projectRoot: string;
  readonly port: number;
}

/** Which project is served at which port, for all processes that share a state directory. */
export interface PortMap {
  /**
   * Listens for a project and writes the port down: the one it had last time when that is free, else the next free
   * one, or the one that is wanted (0 for any). `listen` holds the port it is given or rejects with E_PORT_IN_USE.
   * For the same root the last one wins.
   */
  claim<T extends Listening>(
    projectRoot: string,
    listen: (port: number) => Promise<T>,
    wanted?: number,
  ): Promise<Claimed<T>>;
  /** Takes the entry out if it is still this one; which port the project had is remembered. */
  release(projectRoot: string, port: number): Promise<void>;
  /**
   * The nearest project at or above a path, if it is open. A closed one is not taken for the open one around it.
   * Whether the host at its port is still there only the host can tell.
   */
  rootFor(path: string): Promise<RegisteredRoot | undefined>;
  /** Damaged files that were set aside, for their owner to know. */
  problems(): Promise<readonly string[]>;
}

export interface PortMapOptions {
  readonly log?: Log;
  readonly lockWaitMs?: number;
  /** Which ports to give out. Tests that run beside each other take care not to share them. */
  readonly range?: PortRange;
}

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const DESIGNED_RANGE: PortRange = { first: 50_001, last: 51_000 };
/** Less than there are ports, so that remembering alone never uses them up. */
const MOST_REMEMBERED = 500;
const LOCK_WAIT_MS = 30_000;

export function openPortMap(stateRoot: string, options: PortMapOptions = {}): PortMap {
  const { range = DESIGNED_RANGE, log, lockWaitMs = LOCK_WAIT_MS } = options;
  const lockPath = join(stateRoot, 'ports.json.lock');
  const file = (name: string) => openPortFile({ path: join(stateRoot, name), lockPath, lockWaitMs, log });
  const [live, remembered] = [file('ports.json'), file('remembered-ports.json')];
  return {
    async claim(projectRoot, listen, wanted) {
      ensureStateDirectory(stateRoot);
      const root = await canonicalRoot(projectRoot);
      const claimed =
        wanted === undefined
          ? await listenSomewhere(range, candidates(root, await remembered.read(), range), listen)
          : claimedBy(await listen(wanted));
      try {
        // Remembered first: a process killed in between leaves a port that is known and not yet registered.
        await remembered.change((ports) => withLast(ports, root, claimed.port));
        await live.change((ports) => withClaim(ports, root, claimed.port));
      } catch (error) {
        await claimed.served.close();
        throw error;
      }
      return claimed;
    },
    async release(projectRoot, port) {
      const root = await canonicalRoot(projectRoot);
      let released = false;
      await live.change((ports) => {
        released = ports.get(root) === port;
        return released ? withoutRoot(ports, root) : ports;
      });
      if (released) await remembered.change((ports) => withLast(ports, root, port));
    },
    async rootFor(path) {
      const [open, known] = await Promise.all([live.read(), remembered.read()]);
      const isProject = (folder: string) => open.has(folder) || known.has(folder);
      const projectRoot = upwards(await canonicalRoot(path)).find(isProject);
      const port = projectRoot === undefined ? undefined : open.get(projectRoot);
      return projectRoot === undefined || port === undefined ? undefined : { projectRoot, port };
    },
    problems: async () => [...(await live.problems()), ...(await remembered.problems())],
  };
}

/**
 * The project's own last port; then those that nobody remembers; then, when all of those are taken, the ports of
 * other projects, first the one whose project has been away longest.
 */
export function* candidates(root: string, remembered: Ports, range: PortRange): Generator<number> {
  const own = remembered.get(root);
  if (own !== undefined) yield own;
  const others = new Set([...remembered.values()].filter((port) => port !== own));
  for (let port = range.first; port <= range.last; port++) {
    if (port !== own && !others.has(port)) yield port;
  }
  yield* others;
}

/** A port is held by listening on it. Looking first whether it is free would only tell what was true a moment ago. */
async function listenSomewhere<T extends Listening>(
  { first, last }: PortRange,
  ports: Iterable<number>,
  listen: (port: number) => Promise<T>,
): Promise<Claimed<T>> {
  for (const port of ports) {
    try {
      return claimedBy(await listen(port));
    } catch (error) {
      if (errorCode(error) !== 'E_PORT_IN_USE') throw error;
    }
  }
  throw coreErrors.fail('E_PORT_IN_USE', `All ports from ${first} to ${last} are in use.`, {
    hint: 'End programs that listen on these ports.',
  });
}

function claimedBy<T extends Listening>(served: T): Claimed<T> {
  return { port: served.port, served };
}

/** This process listens on the port, so every other entry with that port is stale. */
function withClaim(live: Ports, root: string, port: number): Ports {
  const others = [...live].filter(([other, taken]) => other !== root && taken !== port);
  return new Map([...others, [root, port]]);
}

function withoutRoot(ports: Ports, root: string): Ports {
  return new Map([...ports].filter(([other]) => other !== root));
}

function withLast(remembered: Ports, root: string, port: number): Ports {
  return new Map([...withoutRoot(remembered, root), [root, port] as const].slice(-MOST_REMEMBERED));
}

export { canonicalRoot, spellRoot };
