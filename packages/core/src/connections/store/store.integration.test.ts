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
/** On a machine too slow for all kills the test ends early. */
const LONGEST_MS = 50_000;

/** In memory where that can be had: a kill asks nothing of the disk, and its slowness would cost kills. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(memory, 'molehill-store-'));
const path = join(folder, 'connections.json');
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
  readonly child: ChildProcess;
  /** Starts it, and resolves when it has said so many lines more. */
  work(lines: number): Promise<void>;
  /** All it said has been noted. */
  readonly silent: Promise<unknown>;
}

async function startWorker(name: string, ledger: Ledger): Promise<Worker> {
  const script = fileURLToPath(new URL('./crash-worker.ts', import.meta.url));
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
  const child = spawn(process.execPath, [script, path, name], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  const silent = once(lines, 'close');
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
  return { child, silent, work };
}

function namesInStore(): Set<string> {
  const { connections } = JSON.parse(readFileSync(path, 'utf8')) as { connections: { name: string }[] };
  return new Set(connections.map(({ name }) => name));
}

test('whatever moment a process is killed at, the store is whole and nothing acknowledged is lost', async () => {
  const ledger = new Ledger();
  const survivor = await startWorker('survivor', ledger);
  await survivor.work(1);
  const deadline = performance.now() + LONGEST_MS;
  let kills = 0;

  const lane = async (name: string) => {
    let next = startWorker(`${name}-0`, ledger);
    while (kills < KILLS && performance.now() < deadline) {
      kills += 1;
      const victim = await next;
      next = startWorker(`${name}-${kills}`, ledger);
      await victim.work(Math.floor(Math.random() * 5));
      await sleep(Math.random() * 6);
      victim.child.kill('SIGKILL');
      await victim.silent;
      expect(namesInStore().size).toBeGreaterThan(0);
    }
    (await next).child.kill('SIGKILL');
  };
  await Promise.all(['a', 'b', 'c'].map(lane));
  survivor.child.kill('SIGKILL');
  await survivor.silent;
  expect(ledger.mistakesIn(namesInStore())).toEqual([]);
  expect(ledger.removed.size).toBeGreaterThan(0);
  process.stderr.write(`${kills} kills, ${ledger.added.size} added, ${ledger.removed.size} removed\n`);
}, 120_000);
