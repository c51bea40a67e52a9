import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const KILLS = 500;
/** Stores side by side, each with a process that stays and one after the other that is killed: two wait for a lock, not ten. */
const STORES = 4;
/** Between two changes of the one that stays, so that the machine is left to those that are killed. */
const PAUSE_MS = 40;

/** In memory where that can be had: a kill asks nothing of the disk, and its slowness would cost kills. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(memory, 'molehill-store-'));
const script = fileURLToPath(new URL('./testing/crash-worker.ts', import.meta.url));
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** What the workers said, and so what must and what must not be in the store. */
class Ledger {
  readonly added = new Set<string>();
  readonly removed = new Set<string>();
  readonly perhapsRemoved = new Set<string>();

  note(line: string): void {
    const name = line.slice(2);
    if (line.startsWith('!+')) this.added.add(name);
    if (line.startsWith('?-')) this.perhapsRemoved.add(name);
    if (line.startsWith('!-')) this.removed.add(name);
  }

  mistakesIn(names: ReadonlySet<string>): string[] {
    const lost = [...this.added].filter((name) => !this.perhapsRemoved.has(name) && !names.has(name));
    const back = [...this.removed].filter((name) => names.has(name));
    return [...lost.map((name) => `lost ${name}`), ...back.map((name) => `came back ${name}`)];
  }
}

interface Worker {
  /** Starts it, and resolves when it has said so many lines more. */
  work(lines: number): Promise<void>;
  /** Ends it where it stands, and resolves with how it ended when all it said has been noted. */
  kill(): Promise<unknown>;
}

async function startWorker(path: string, name: string, ledger: Ledger, pauseMs = 0): Promise<Worker> {
  const args = [script, path, name, String(pauseMs)];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  const silent = once(lines, 'close');
  const exited = once(child, 'exit');
  const ready = once(lines, 'line');
  let said = -1;
  lines.on('line', (line) => {
    said += 1;
    ledger.note(line);
  });
  const gone = silent.then(() => Promise.reject(new Error(`worker ${name} ended by itself`)));
  gone.catch(() => {});
  await Promise.race([ready, gone]);
  const work = async (count: number) => {
    child.stdin.write('go\n');
    while (said < count) await Promise.race([once(lines, 'line'), gone]);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await silent;
    const [, signal] = await exited;
    return signal;
  };
  return { work, kill };
}

function namesIn(path: string): Set<string> {
  const { connections } = JSON.parse(readFileSync(path, 'utf8')) as { connections: { name: string }[] };
  return new Set(connections.map(({ name }) => name));
}

/** Who is killed leaves no compiled code behind; one that ends in order leaves it for all others, which start twice as fast. */
async function warmUp(): Promise<void> {
  const child = spawn(process.execPath, [script, join(folder, 'unused.json'), 'first'], {
    env,
    stdio: 'pipe',
  });
  child.stdin.end();
  await once(child, 'exit');
}

/** Kills one process after the other while they change one store; what they said must hold after each. */
async function killWhileChanging(path: string, kills: number): Promise<Ledger> {
  const ledger = new Ledger();
  const survivor = await startWorker(path, 'survivor', ledger, PAUSE_MS);
  await survivor.work(1);
  let next = startWorker(path, 'victim-0', ledger);
  for (let kill = 1; kill <= kills; kill++) {
    const victim = await next;
    if (kill < kills) next = startWorker(path, `victim-${kill}`, ledger);
    await victim.work(Math.floor(Math.random() * 5));
    await sleep(Math.random() * 6);
    expect(await victim.kill()).toBe('SIGKILL');
    expect(namesIn(path).size).toBeGreaterThan(0);
  }
  await survivor.kill();
  expect(ledger.mistakesIn(namesIn(path))).toEqual([]);
  return ledger;
}

test(`whatever moment a process is killed at, the store is whole and nothing acknowledged is lost, ${KILLS} times`, async () => {
  await warmUp();
  const paths = Array.from({ length: STORES }, (_, index) => join(folder, `connections-${index}.json`));
  const ledgers = await Promise.all(paths.map((path) => killWhileChanging(path, KILLS / STORES)));
  expect(children.filter(({ signalCode }) => signalCode === 'SIGKILL')).toHaveLength(KILLS + STORES);
  for (const { added, removed } of ledgers) {
    expect(added.size).toBeGreaterThan(KILLS / STORES);
    expect(removed.size).toBeGreaterThan(0);
  }
}, 240_000);
