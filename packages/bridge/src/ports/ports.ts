import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import { type Log, silentLog } from '@molehill/core/log';
import { ensureStateDirectory } from '@molehill/core/paths';
import { errorCode, filesBeside, removeOlderThan } from '@molehill/core/state/files';
import { type Lock, withLock } from '@molehill/core/state/lock';
import { damagedBeside, type Ports, readPorts, setAside, unusable, writePorts } from './port-file.ts';
import { canonicalRoot, normaliseRoot, upwards } from './roots.ts';

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
const LEFTOVER_MS = 60_000;

export function openPortMap(stateRoot: string, options: PortMapOptions = {}): PortMap {
  const files = new PortFiles(stateRoot, options);
  const range = options.range ?? DESIGNED_RANGE;
  return {
    async claim(projectRoot, listen, wanted) {
      const root = await canonicalRoot(projectRoot);
      const claimed =
        wanted === undefined
          ? await listenSomewhere(range, candidates(root, await files.remembered(), range), listen)
          : claimedBy(await listen(wanted));
      try {
        await files.change((maps) => withClaim(maps, root, claimed.port));
      } catch (error) {
        await claimed.served.close();
        throw error;
      }
      return claimed;
    },
    async release(projectRoot, port) {
      const root = await canonicalRoot(projectRoot);
      await files.change((maps) => withoutClaim(maps, root, port));
    },
    async rootFor(path) {
      const [live, remembered] = await Promise.all([files.live(), files.remembered()]);
      const isProject = (folder: string) => live.has(folder) || remembered.has(folder);
      const projectRoot = upwards(await canonicalRoot(path)).find(isProject);
      const port = projectRoot === undefined ? undefined : live.get(projectRoot);
      return projectRoot === undefined || port === undefined ? undefined : { projectRoot, port };
    },
    problems: () => files.problems(),
  };
}

interface Maps {
  readonly live: Ports;
  readonly remembered: Ports;
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

/** We hold the port, so whoever else is written down with it is gone. */
function withClaim({ live, remembered }: Maps, root: string, port: number): Maps {
  const others = [...live].filter(([other, taken]) => other !== root && taken !== port);
  return { live: new Map([...others, [root, port]]), remembered: withLast(remembered, root, port) };
}

function withoutClaim(maps: Maps, root: string, port: number): Maps {
  if (maps.live.get(root) !== port) return maps;
  const live = new Map([...maps.live].filter(([other]) => other !== root));
  return { live, remembered: withLast(maps.remembered, root, port) };
}

function withLast(remembered: Ports, root: string, port: number): Ports {
  const others = [...remembered].filter(([other]) => other !== root);
  return new Map([...others, [root, port] as const].slice(-MOST_REMEMBERED));
}

/** The two files, changed together under one lock. */
class PortFiles {
  readonly #root: string;
  readonly #livePath: string;
  readonly #rememberedPath: string;
  readonly #log: Log;
  readonly #waitMs: number;

  constructor(root: string, { log = silentLog, lockWaitMs = LOCK_WAIT_MS }: PortMapOptions) {
    this.#root = root;
    this.#livePath = join(root, 'ports.json');
    this.#rememberedPath = join(root, 'remembered-ports.json');
    this.#log = log;
    this.#waitMs = lockWaitMs;
  }

  async live(): Promise<Ports> {
    return (await this.#read(this.#livePath)).ports;
  }

  async remembered(): Promise<Ports> {
    return (await this.#read(this.#rememberedPath)).ports;
  }

  async change(edit: (maps: Maps) => Maps): Promise<void> {
    await this.#locked(async (lock) => {
      const before = {
        live: await this.#good(this.#livePath, lock),
        remembered: await this.#good(this.#rememberedPath, lock),
      };
      const after = edit(before);
      if (after === before) return;
      // Remembered first: of a process killed in between, the port is known and its entry not yet there.
      await writePorts(this.#rememberedPath, after.remembered, lock);
      await writePorts(this.#livePath, after.live, lock);
    });
  }

  async problems(): Promise<readonly string[]> {
    const kept = await Promise.all([this.#livePath, this.#rememberedPath].map(damagedBeside));
    return kept
      .flat()
      .map((file) => `A damaged file was set aside as ${file}. Delete it when nothing in it is missed.`);
  }

  async #read(path: string) {
    const content = await readPorts(path);
    if (content.damage === undefined) return content;
    await this.#locked((lock) => this.#good(path, lock)).catch((error: unknown) =>
      this.#log.warn({ err: error, path }, 'a damaged file could not be set aside'),
    );
    return content;
  }

  /** What the file says, after a damaged one was set aside. Only under the lock. */
  async #good(path: string, lock: Lock): Promise<Ports> {
    const { ports, damage } = await readPorts(path);
    if (damage === undefined) return ports;
    await setAside(path, damage, this.#log);
    await writePorts(path, ports, lock);
    return ports;
  }

  async #locked<T>(work: (lock: Lock) => Promise<T>): Promise<T> {
    ensureStateDirectory(this.#root);
    try {
      return await withLock({ path: `${this.#livePath}.lock`, waitMs: this.#waitMs }, async (lock) => {
        await this.#tidy();
        return work(lock);
      });
    } catch (error) {
      throw isMolehillError(error) ? error : unusable(this.#livePath, error);
    }
  }

  /** What killed processes left. Staged files are made under the lock alone, so none is in use. */
  async #tidy(): Promise<void> {
    const staged = await Promise.all(
      [this.#livePath, this.#rememberedPath].map((path) => filesBeside(path, /^\.\d+\.tmp$/)),
    );
    await Promise.all(staged.flat().map((file) => rm(file, { force: true })));
    const cards = await filesBeside(this.#livePath, /^\.lock\../);
    await Promise.all(cards.map((file) => removeOlderThan(file, LEFTOVER_MS)));
  }
}

export { canonicalRoot, normaliseRoot };
