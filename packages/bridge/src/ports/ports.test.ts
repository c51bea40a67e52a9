import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { type Held, listen, ownRange } from '../testing/listen.ts';
import { candidates, openPortMap } from './ports.ts';

const range = ownRange();

function setUp() {
  const state = tempFolder();
  const projects = tempFolder();
  const project = (name: string) => {
    mkdirSync(join(projects, name), { recursive: true });
    return join(projects, name);
  };
  const ports = openPortMap(state, { range });
  const open = async (root: string) => {
    const claimed = await ports.claim(root, listen);
    onTestFinished(() => claimed.close());
    return claimed;
  };
  const file = (name: string): unknown => JSON.parse(readFileSync(join(state, name), 'utf8'));
  return { state, project, ports, open, file };
}

test('the file maps roots to ports and is readable by its owner only', async () => {
  const { state, project, open, file } = setUp();
  const [a, b] = [project('a'), project('b')];
  const [first, second] = [await open(a), await open(b)];
  expect(file('ports.json')).toEqual({ [a]: first.port, [b]: second.port });
  expect(second.port).not.toBe(first.port);
  expect(first.port).toBeGreaterThanOrEqual(range.first);
  expect(statSync(join(state, 'ports.json')).mode & 0o777).toBe(0o600);
});

test('a closed project is removed from the map and gets its port again, also when others opened meanwhile', async () => {
  const { project, ports, open, file } = setUp();
  const [a, b] = [project('a'), project('b')];
  const first = await open(a);
  await first.close();
  await ports.release(a, first.port);
  expect(file('ports.json')).toEqual({});
  const other = await open(b);
  expect(other.port).not.toBe(first.port);
  expect((await open(a)).port).toBe(first.port);
});

test('gets and remembers another port when the previous one is taken', async () => {
  const { project, ports, open, file } = setUp();
  const a = project('a');
  const before = await open(a);
  await ports.release(a, before.port);
  const after = await open(a);
  expect(after.port).not.toBe(before.port);
  expect(file('ports.json')).toEqual({ [a]: after.port });
  expect(file('remembered-ports.json')).toEqual({ [a]: after.port });
});

test('the last claim of a root wins, and the first one cannot release it', async () => {
  const { project, ports, open } = setUp();
  const a = project('a');
  const [first, second] = [await open(a), await open(a)];
  expect(await ports.rootFor(a)).toEqual({ projectRoot: a, port: second.port });
  await ports.release(a, first.port);
  expect(await ports.rootFor(a)).toEqual({ projectRoot: a, port: second.port });
});

test('removes the entry of a crashed host when its port is claimed', async () => {
  const { state, project, open, file } = setUp();
  const [crashed, a] = [project('crashed'), project('a')];
  writeFileSync(join(state, 'ports.json'), JSON.stringify({ [crashed]: range.first + 7 }));
  writeFileSync(join(state, 'remembered-ports.json'), JSON.stringify({ [a]: range.first + 7 }));
  const { port } = await open(a);
  expect(file('ports.json')).toEqual({ [a]: port });
});

test('finds the root from a subfolder, through a symbolic link and with a trailing slash', async () => {
  const { state, project, ports, open } = setUp();
  const [outer, inner] = [project('a'), project('a/inner')];
  const deep = project('a/inner/deep/er');
  const [around, within] = [await open(outer), await open(inner)];
  symlinkSync(outer, join(state, 'link'));
  expect(await ports.rootFor(deep)).toEqual({ projectRoot: inner, port: within.port });
  expect(await ports.rootFor(join(outer, 'not', 'there'))).toEqual({ projectRoot: outer, port: around.port });
  expect(await ports.rootFor(`${join(state, 'link')}/`)).toEqual({ projectRoot: outer, port: around.port });
  expect(await ports.rootFor(state)).toBeUndefined();
});

test('does not mistake a closed project for the open one that contains it', async () => {
  const { project, ports, open } = setUp();
  const [outer, inner] = [project('a'), project('a/inner')];
  await open(outer);
  const { port } = await open(inner);
  await ports.release(inner, port);
  expect(await ports.rootFor(join(inner, 'deep'))).toBeUndefined();
});

for (const damage of ['{"/a": 50001', '[]', '{"/kept": 50001, "/bad": "x"}', '']) {
  test(`a file damaged to ${JSON.stringify(damage)} is set aside, and its valid entries are used`, async () => {
    const { state, project, ports, open, file } = setUp();
    writeFileSync(join(state, 'ports.json'), damage);
    const kept = damage.includes('/kept') ? { '/kept': 50_001 } : {};
    const found = damage.includes('/kept') ? { projectRoot: '/kept', port: 50_001 } : undefined;
    expect(await ports.rootFor('/kept')).toEqual(found);
    expect(await ports.rootFor('/kept')).toEqual(found);
    const aside = readdirSync(state).filter((name) => name.includes('.damaged-'));
    expect(aside.map((name) => readFileSync(join(state, name), 'utf8'))).toEqual([damage]);
    const a = project('a');
    const { port } = await open(a);
    expect(file('ports.json')).toEqual({ ...kept, [a]: port });
  });
}

test('a lookup writes nothing', async () => {
  const { state, project, ports } = setUp();
  expect(await ports.rootFor(project('a'))).toBeUndefined();
  expect(readdirSync(state)).toEqual([]);
});

test('closes a port that cannot be registered', async () => {
  const { state, project, ports } = setUp();
  writeFileSync(join(state, 'ports.json.lock'), '');
  const impatient = openPortMap(state, { range, lockWaitMs: 1 });
  let held: Held | undefined;
  const claim = impatient.claim(project('a'), async (port) => {
    held = await listen(port);
    return held;
  });
  await expect(claim).rejects.toMatchObject({ code: 'E_STORE_LOCKED' });
  expect(held?.server.listening).toBe(false);
  expect(await ports.rootFor(project('a'))).toBeUndefined();
});

test('passes on errors of listen other than a taken port', async () => {
  const { project, ports } = setUp();
  await expect(ports.claim(project('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('rejects with E_PORT_IN_USE when all ports are taken', async () => {
  const state = tempFolder();
  const taken = await listen(range.last);
  onTestFinished(() => taken.close());
  const ports = openPortMap(state, { range: { first: range.last, last: range.last } });
  await expect(ports.claim(state, listen)).rejects.toMatchObject({ code: 'E_PORT_IN_USE' });
});

test('names an unusable state directory', async () => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, '');
  chmodSync(path, 0o600);
  await expect(openPortMap(path, { range }).claim('/a', listen)).rejects.toMatchObject({
    code: 'E_STATE_DIR',
  });
});

test('tries its own port, then free ones, then those of others by least recent use', () => {
  const remembered = { '/old': 3, '/a': 9, '/new': 2 };
  expect([...candidates('/a', remembered, { first: 1, last: 4 })]).toEqual([9, 1, 4, 3, 2]);
  expect([...candidates('/b', remembered, { first: 1, last: 3 })]).toEqual([1, 3, 9, 2]);
});
