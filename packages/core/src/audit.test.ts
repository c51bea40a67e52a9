import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Audit, type AuditOptions, openAudit } from './audit.ts';
import type { CallRecord } from './calls.ts';
import { type Log, silentLog } from './log.ts';
import { runModule } from './testing/child.ts';
import { tempFolder } from './testing/temp-folder.ts';

function record(id: string | number, more: Partial<CallRecord> = {}): CallRecord {
  return {
    id: String(id),
    at: '2026-01-01T00:00:00.000Z',
    server: 'fixture',
    tool: 'echo',
    frontend: 'memory',
    durationMs: 1,
    outcome: 'ok',
    inputBytes: 2,
    outputBytes: 3,
    ...more,
  };
}

function open(options: Partial<AuditOptions> = {}) {
  const path = options.path ?? join(tempFolder(), 'audit.jsonl');
  const audit = openAudit({ log: silentLog, ...options, path });
  onTestFinished(() => audit.close());
  const ids = async () => (await all(audit)).map(({ id }) => id);
  return { audit, path, ids };
}

async function all(audit: Audit): Promise<CallRecord[]> {
  const records: CallRecord[] = [];
  for await (const each of audit.newestFirst()) records.push(each);
  return records;
}

const countDown = (from: number) => Array.from({ length: from }, (_, index) => String(from - index));

test('reads records back, newest first', async () => {
  const { audit, path } = open();
  const records = [record(1, { code: 'E_TIMEOUT', arguments: { a: ['ä', null] } }), record(2), record(3)];
  for (const each of records) audit.append(each);
  expect(await all(audit)).toEqual(records.reverse());
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('reads a missing audit as empty', async () => {
  expect(await open().ids()).toEqual([]);
});

test('reads multi-byte characters across chunks', async () => {
  const { audit } = open();
  const texts = Array.from({ length: 700 }, (_, index) => '€🐹ä'.repeat(index % 97) + 'x'.repeat(index % 7));
  texts.forEach((text, index) => {
    audit.append(record(index, { arguments: text }));
  });
  const back = (await all(audit)).map((each) => each.arguments);
  expect(back).toEqual(texts.reverse());
});

test('reads a record that spans several chunks', async () => {
  const { audit } = open();
  const long = '€'.repeat(100_000);
  audit.append(record(1));
  audit.append(record(2, { arguments: long }));
  audit.append(record(3));
  const back = await all(audit);
  expect(back.map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(back[1]?.arguments).toBe(long);
});

test('stops reading when iteration stops', async () => {
  const { audit } = open();
  for (let id = 0; id < 5_000; id++) audit.append(record(id));
  for await (const { id } of audit.newestFirst()) {
    expect(id).toBe('4999');
    break;
  }
});

test('skips an incomplete last line', async () => {
  const { audit, path, ids } = open();
  for (const id of [1, 2, 3]) audit.append(record(id));
  truncateSync(path, statSync(path).size - 10);
  expect(await ids()).toEqual(['2', '1']);
});

test('keeps the record after an incomplete line', async () => {
  const path = join(tempFolder(), 'audit.jsonl');
  writeFileSync(path, `${JSON.stringify(record(1))}\n{"id":"2","tool":"ec`);
  const { audit, ids } = open({ path });
  audit.append(record(3));
  expect(await ids()).toEqual(['3', '1']);
});

test('appends to a complete file', async () => {
  const path = join(tempFolder(), 'audit.jsonl');
  for (const id of [1, 2, 3]) open({ path }).audit.append(record(id));
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  expect(await open({ path }).ids()).toEqual(['3', '2', '1']);
});

test('skips lines that are not records', async () => {
  const { audit, path, ids } = open();
  audit.append(record(1));
  appendFileSync(path, '\n\nnot json\nnull\n[]\n5\n{"id":"x"}\n');
  audit.append(record(2));
  expect(await ids()).toEqual(['2', '1']);
});

test('rotates a full file and reads both', async () => {
  const { audit, path, ids } = open({ rotateAt: 1_000 });
  for (let id = 1; id <= 10; id++) audit.append(record(id));
  expect(statSync(path.replace('.jsonl', '.1.jsonl')).size).toBeGreaterThanOrEqual(1_000);
  expect(statSync(path).size).toBeLessThan(1_000);
  expect(await ids()).toEqual(countDown(10));
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('keeps two files at most', async () => {
  const { audit, ids } = open({ rotateAt: 1_000 });
  for (let id = 1; id <= 100; id++) audit.append(record(id));
  const kept = await ids();
  expect(kept).toEqual(countDown(100).slice(0, kept.length));
  expect(kept.length).toBeLessThan(20);
});

test('appends to the current file while another process rotates', async () => {
  const { audit, path, ids } = open({ rotateAt: 500 });
  mkdirSync(`${path}.lock`);
  for (let id = 1; id <= 10; id++) audit.append(record(id));
  expect(existsSync(path.replace('.jsonl', '.1.jsonl'))).toBe(false);
  expect(await ids()).toEqual(countDown(10));
});

test('removes the lock of a dead process', () => {
  const { audit, path } = open({ rotateAt: 500 });
  mkdirSync(`${path}.lock`);
  utimesSync(`${path}.lock`, 0, 0);
  for (let id = 1; id <= 10; id++) audit.append(record(id));
  expect(existsSync(path.replace('.jsonl', '.1.jsonl'))).toBe(true);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('grows a file that cannot be rotated', async () => {
  const { audit, path, ids } = open({ rotateAt: 500 });
  mkdirSync(join(path.replace('.jsonl', '.1.jsonl'), 'in the way'), { recursive: true });
  for (let id = 1; id <= 10; id++) audit.append(record(id));
  expect(await ids()).toEqual(countDown(10));
});

test('reads a file once that is rotated while reading', async () => {
  const { audit, path } = open();
  for (const id of [1, 2, 3]) audit.append(record(id));
  const seen: string[] = [];
  for await (const { id } of audit.newestFirst()) {
    if (seen.length === 0) renameSync(path, path.replace('.jsonl', '.1.jsonl'));
    seen.push(id);
  }
  expect(seen).toEqual(['3', '2', '1']);
});

test.each([
  ['a directory', () => tempFolder()],
  ['a folder that does not exist', () => join(tempFolder(), 'no', 'audit.jsonl')],
  ['a full disk', () => '/dev/full'],
])('reports %s once, and as long as it lasts', async (_, target) => {
  const path = target();
  if (path === '/dev/full' && !existsSync(path)) return;
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields, message) => warnings.push([fields.path, message]) };
  const { audit, ids } = open({ path, log });
  for (let id = 0; id < 3; id++) expect(() => audit.append(record(id))).not.toThrow();
  expect(warnings).toEqual([[path, 'the audit cannot be written']]);
  expect(audit.failure()).toEqual({ since: expect.any(String), reason: expect.any(String), missing: 3 });
  expect(audit.check()).toMatchObject({ missing: 3 });
  expect(await ids()).toEqual([]);
});

test('resumes writing when the disk recovers', async () => {
  const folder = join(tempFolder(), 'state');
  const { audit, ids } = open({ path: join(folder, 'audit.jsonl') });
  audit.append(record(1));
  mkdirSync(folder);
  expect([audit.failure(), audit.check(), audit.failure()]).toEqual([
    expect.objectContaining({ missing: 1 }),
    undefined,
    undefined,
  ]);
  audit.append(record(2));
  expect(await ids()).toEqual(['2']);
});

test("appends to the audit's path after its file vanished during rotation", async () => {
  const folder = join(tempFolder(), 'state');
  mkdirSync(folder);
  const { audit } = open({ path: join(folder, 'audit.jsonl'), rotateAt: 100 });
  audit.append(record(1));
  rmSync(folder, { recursive: true });
  audit.append(record(2));
  const bystander = join(tempFolder(), 'bystander');
  const other = open({ path: bystander });
  other.audit.append(record('bystander'));
  audit.append(record(3));
  expect(await other.ids()).toEqual(['bystander']);
});

const writer = `
  import { openAudit } from ${JSON.stringify(new URL('./audit.ts', import.meta.url).href)};
  const [path, name, count, rotateAt] = process.argv.slice(1);
  const log = { warn: (fields) => { throw fields.err; } };
  const audit = openAudit({ path, log, rotateAt: Number(rotateAt) });
  for (let index = 0; index < Number(count); index++) {
    const id = name + '-' + index;
    audit.append({ id, tool: 'x', outcome: 'ok', arguments: 'ä'.repeat(index % 300) });
    console.log(id);
  }
`;

test.each([
  ['one file', 100_000_000],
  ['a file that rotates meanwhile', 900_000],
])('loses no record when two processes append to %s at once', { timeout: 120_000 }, async (_, rotateAt) => {
  const { path, ids } = open();
  const printed = await Promise.all(
    ['a', 'b'].map(
      async (name) => (await runModule(writer, { args: [path, name, '2000', String(rotateAt)] })).lines,
    ),
  );
  const previous = path.replace('.jsonl', '.1.jsonl');
  const files = [path, previous].filter(existsSync);
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter(Boolean);
  expect(files).toHaveLength(rotateAt === 900_000 ? 2 : 1);
  expect(lines).toHaveLength(4_000);
  expect(new Set(await ids())).toEqual(new Set(printed.flat()));
});

test('keeps every acknowledged record after SIGKILL', {
  timeout: 120_000,
}, async () => {
  const { path, ids } = open();
  let heard = 0;
  // Bounded, or a busy machine that kills it late has to read a very large file.
  const thenWaits = `${writer}; setInterval(() => {}, 60_000);`;
  const { lines, signal } = await runModule(thenWaits, {
    args: [path, 'k', '20000', '100000000'],
    onLine: () => (++heard === 300 ? 'kill' : undefined),
  });
  expect(signal).toBe('SIGKILL');
  expect(lines.length).toBeGreaterThanOrEqual(300);
  const kept = new Set(await ids());
  expect(lines.filter((id) => !kept.has(id))).toEqual([]);
});
