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
/** Files side by side, each with one process that survives and one that is killed at a time: two processes compete for a lock, not ten. */
const FILES = 4;
/** Between two changes of the surviving process, to leave the CPU to those that are killed. */
const PAUSE_MS = 40;

/** In memory where possible: a kill does not need a real disk, and a slow one would reduce the number of kills. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(memory, 'molehill-state-'));
const script = fileURLToPath(new URL('./testing/crash-worker.ts', import.meta.url));
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** What the workers acknowledged, and therefore what the file must and must not contain. */
class Ledger {
  readonly added = new Set<string>();
  readonly removed = new Set<string>();
  readonly maybeRemoved = new Set<string>();

  record(line: string): void {
    const name = line.slice(2);
    if (line.startsWith('!+')) this.added.add(name);
    if (line.startsWith('?-')) this.maybeRemoved.add(name);
    if (line.startsWith('!-')) this.removed.add(name);
  }

  mistakesIn(names: ReadonlySet<string>): string[] {
    const lost = [...this.added].filter((name) => !this.maybeRemoved.has(name) && !names.has(name));
    const restored = [...this.removed].filter((name) => names.has(name));
    return [...lost.map((name) => `lost ${name}`), ...restored.map((name) => `restored ${name}`)];
  }
}

interface Worker {
  /** Starts the changes, and resolves after so many more lines of output. */
  work(lines: number): Promise<void>;
  /** Resolves with the signal that ended the process, after all of its output was read. */
  kill(): Promise<unknown>;
}

async function startWorker(path: string, name: string, ledger: Ledger, pauseMs = 0): Promise<Worker> {
  const args = [script, path, name, String(pauseMs)];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  const outputEnded = once(lines, 'close');
  const exited = once(child, 'exit');
  const ready = once(lines, 'line');
  let printed = -1;
  lines.on('line', (line) => {
    printed += 1;
    ledger.record(line);
  });
  const exitedEarly = outputEnded.then(() => Promise.reject(new Error(`worker ${name} exited by itself`)));
  exitedEarly.catch(() => {});
  await Promise.race([ready, exitedEarly]);
  const work = async (count: number) => {
    child.stdin.write('go\n');
    while (printed < count) await Promise.race([once(lines, 'line'), exitedEarly]);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await outputEnded;
    const [, signal] = await exited;
    return signal;
  };
  return { work, kill };
}

function namesIn(path: string): Set<string> {
  const { items } = JSON.parse(readFileSync(path, 'utf8')) as { items: string[] };
  return new Set(items);
}

/** Fills the compile cache, which only a process that exits normally writes: the others then start twice as fast. */
async function warmUp(): Promise<void> {
  const child = spawn(process.execPath, [script, join(folder, 'unused.json'), 'first'], {
    env,
    stdio: 'pipe',
  });
  child.stdin.end();
  await once(child, 'exit');
}

/** Kills one process after the other while they change one file. */
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

test(`a process killed at any moment leaves a readable file and loses no acknowledged change, ${KILLS} times`, async () => {
  await warmUp();
  const paths = Array.from({ length: FILES }, (_, index) => join(folder, `state-${index}.json`));
  const ledgers = await Promise.all(paths.map((path) => killWhileChanging(path, KILLS / FILES)));
  expect(children.filter(({ signalCode }) => signalCode === 'SIGKILL')).toHaveLength(KILLS + FILES);
  for (const { added, removed } of ledgers) {
    expect(added.size).toBeGreaterThan(KILLS / FILES);
    expect(removed.size).toBeGreaterThan(0);
  }
}, 240_000);
