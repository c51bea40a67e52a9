import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { ownRange } from '../testing/listen.ts';
import { type Started, start } from '../testing/processes.ts';

const PROCESSES = 20;

interface Holder {
  readonly root: string;
  readonly process: Started;
}

function setUp() {
  const [state, base] = [tempFolder(), tempFolder()];
  const range = ownRange(100);
  const open = (name: string): Holder => {
    const root = join(base, name);
    mkdirSync(root, { recursive: true });
    const args = [state, root, String(range.first), String(range.last)];
    return { root, process: start(new URL('testing/port-process.ts', import.meta.url), args) };
  };
  const map = (name: string): unknown => JSON.parse(readFileSync(join(state, name), 'utf8'));
  return { state, open, map };
}

async function portsOf(holders: readonly Holder[]): Promise<Record<string, number>> {
  const ports = await Promise.all(
    holders.map(
      async ({ root, process }) => [root, ((await process.ready) as { port: number }).port] as const,
    ),
  );
  return Object.fromEntries(ports);
}

const names = Array.from({ length: PROCESSES }, (_, n) => `project-${n}`);

test('twenty processes get twenty registered ports, and half of them are killed', async () => {
  const { state, open, map } = setUp();
  const first = names.map(open);
  const before = await portsOf(first);
  expect(new Set(Object.values(before)).size).toBe(PROCESSES);
  expect(map('ports.json')).toEqual(before);
  expect(map('remembered-ports.json')).toEqual(before);

  const [killed, ended] = [first.slice(0, PROCESSES / 2), first.slice(PROCESSES / 2)];
  await Promise.all([
    ...killed.map(({ process }) => process.kill()),
    ...ended.map(({ process }) => process.stop()),
  ]);
  expect(Object.keys(map('ports.json') as object).sort()).toEqual(killed.map(({ root }) => root).sort());

  const second = [...names].reverse().map(open);
  expect(await portsOf(second)).toEqual(before);
  await Promise.all(second.map(({ process }) => process.stop()));
  expect(map('ports.json')).toEqual({});
  expect(map('remembered-ports.json')).toEqual(before);
  expect(readdirSync(state).sort()).toEqual(['ports.json', 'remembered-ports.json']);
}, 180_000);

test('a kill during a claim leaves a usable map', async () => {
  const { open, map } = setUp();
  const first = names.slice(0, 8).map(open);
  await Promise.race(first.map(({ process }) => process.ready));
  await Promise.all(first.map(({ process }) => process.kill()));
  const second = names.slice(0, 8).map(open);
  const now = await portsOf(second);
  expect(new Set(Object.values(now)).size).toBe(8);
  expect(map('ports.json')).toEqual(now);
}, 180_000);
