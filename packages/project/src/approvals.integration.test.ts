import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { listProjectApprovals, revokeProject } from './approvals.ts';
import { approveProject, reviewProject } from './review.ts';
import { addSqlite, projectOf } from './testing/fixture-project.ts';
import { connectProject, type HostOptions, openProject } from './testing/open-project.ts';

/** A server that counts who connects, and answers nothing. */
async function startListener(host = '127.0.0.1') {
  const received: Buffer[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('data', (data) => received.push(data));
    socket.on('error', () => {});
    socket.setTimeout(50, () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections };
}

/** A project that is served, and its tools as an agent has them. */
async function serve(projectRoot: string, options: HostOptions = {}, stateRoot = tempFolder()) {
  await openProject(projectRoot, stateRoot, { timeoutMs: 2_000, ...options });
  const { call } = await connectProject(stateRoot, { workspace: [projectRoot] });
  const review = { projectRoot, stateRoot, env: options.env ?? {}, insideContainer: false };
  return {
    stateRoot,
    review: () => reviewProject(review),
    revoke: () => revokeProject(review),
    tables: () => call('get-tables', { projectRoot }),
    approve: async () => {
      const { waiting } = await reviewProject(review);
      for (const { fingerprint } of waiting) await approveProject(review, fingerprint);
      return waiting;
    },
  };
}

/** Files are read at most once a second. */
const EVENTUALLY = { timeout: 20_000 };
const REQUIRED = expect.stringMatching(/^\[E_PROJECT_APPROVAL\].*molehill project approve/);

test('a variable of the process reaches a database only after a person approved it', async () => {
  const { port, connections } = await startListener();
  const env = { CLOUD_SECRET: 's3cret-of-the-process' };
  const root = projectOf({ '.env': `DATABASE_URL=postgres://x:\${CLOUD_SECRET}@127.0.0.1:${port}/db\n` });
  const project = await serve(root, { env });
  const refused = await project.tables();
  expect(refused).toMatchObject({ isError: true, text: REQUIRED });
  expect(refused.text).toMatch(/\.env:1 \(DATABASE_URL\).*use the variable CLOUD_SECRET of this process/);
  expect(connections()).toBe(0);
  expect(JSON.stringify([refused, await project.review()])).not.toContain(env.CLOUD_SECRET);
  expect(await project.approve()).toMatchObject([
    { would: ['use the variable CLOUD_SECRET of this process'] },
  ]);
  await expect
    .poll(async () => (await project.tables()).text, EVENTUALLY)
    .toBe('Could not establish database connection');
  expect(connections()).toBeGreaterThan(0);
});

const address = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === 'IPv4' && !found.internal)?.address;

test.skipIf(address === undefined)(
  'another host is connected to only after a person approved it',
  async () => {
    const { port, connections } = await startListener(address);
    const project = await serve(projectOf({ '.env': `DATABASE_URL=postgres://x:y@${address}:${port}/db\n` }));
    expect((await project.tables()).text).toMatch(new RegExp(`\\.env:1 .*connect to the host ${address}`));
    expect(connections()).toBe(0);
    expect(await project.review()).toMatchObject({
      chosen: { type: 'postgres', host: address, port, database: 'db', from: '.env', line: 1 },
      waiting: [{ place: '.env:1 (DATABASE_URL)', would: [`connect to the host ${address}`] }],
    });
    await project.approve();
    await expect
      .poll(async () => (await project.tables()).text, EVENTUALLY)
      .toBe('Could not establish database connection');
    expect(connections()).toBeGreaterThan(0);
  },
);

test('a file outside the project is opened only after approval, and each content is approved once', async () => {
  const outside = tempFolder();
  const [first, second] = ['first.db', 'second.db'].map((name) =>
    addSqlite(outside, name, `CREATE TABLE ${name.slice(0, -3)} (id INTEGER)`),
  );
  const settings = (file: string | undefined) => JSON.stringify({ database: { type: 'sqlite', file } });
  const root = projectOf({ '.molehill.json': settings(first) });
  const project = await serve(root);
  expect((await project.tables()).text).toContain(`open ${first}, which is outside the project`);
  await project.approve();
  await expect.poll(async () => (await project.tables()).text, EVENTUALLY).toBe('["first"]');
  expect(await project.review()).toMatchObject({ chosen: { file: first }, waiting: [] });
  expect((await project.review()).message).not.toContain('approv');

  writeFileSync(join(root, '.molehill.json'), settings(second));
  await expect.poll(project.tables, EVENTUALLY).toMatchObject({ text: REQUIRED });
  writeFileSync(join(root, '.molehill.json'), settings(first));
  await expect.poll(async () => (await project.tables()).text, EVENTUALLY).toBe('["first"]');

  const copy = await serve(projectOf({ '.molehill.json': settings(first) }), {}, project.stateRoot);
  expect(await copy.tables()).toMatchObject({ text: REQUIRED });
});

test('a link that leads outside is not followed before approval', async () => {
  const outside = tempFolder();
  const root = projectOf({});
  addSqlite(root, 'data/shop.db', 'CREATE TABLE item (id INTEGER)');
  addSqlite(outside, 'other.db', 'CREATE TABLE secret (id INTEGER)');
  writeFileSync(join(outside, 'env'), 'DATABASE_URL=sqlite:data/shop.db\n');
  symlinkSync(join(outside, 'env'), join(root, '.env'));
  const project = await serve(root);
  expect((await project.tables()).text).toMatch(
    /\.env asks .*follow a link to .*env, which is outside the project/,
  );
  expect(await project.review()).toMatchObject({
    chosen: null,
    unread: [{ file: '.env', reason: 'is a link that leads outside the project' }],
  });
  await project.approve();
  await expect.poll(async () => (await project.tables()).text, EVENTUALLY).toBe('["item"]');

  renameSync(join(root, 'data/shop.db'), join(root, 'data/before.db'));
  symlinkSync(join(outside, 'other.db'), join(root, 'data/shop.db'));
  await expect.poll(project.tables, EVENTUALLY).toMatchObject({ text: REQUIRED });
});

test('an approval that is taken back counts no longer', async () => {
  const file = addSqlite(tempFolder(), 'a.db');
  const root = projectOf({ '.molehill.json': JSON.stringify({ database: `sqlite:${file}` }) });
  const project = await serve(root);
  await project.approve();
  await expect.poll(async () => (await project.tables()).text, EVENTUALLY).toBe('["t"]');
  expect(listProjectApprovals({ stateRoot: project.stateRoot })).toMatchObject([
    {
      directory: root,
      id: 'database',
      summary: expect.stringContaining(`.molehill.json:1 (database): sqlite ${file}`),
    },
  ]);
  expect(await project.revoke()).toHaveLength(1);
  await expect.poll(project.tables, EVENTUALLY).toMatchObject({ text: REQUIRED });
  expect(listProjectApprovals({ stateRoot: project.stateRoot })).toEqual([]);
});

test('a key in the home folder is a file outside the project', async () => {
  const ssh = { host: '127.0.0.1', privateKey: '~/.ssh/id_rsa' };
  const database = { type: 'postgres', host: '127.0.0.1', user: 'u', database: 'd', ssh };
  const root = projectOf({ '.molehill.json': JSON.stringify({ database }) });
  const { waiting } = await reviewProject({ projectRoot: root, stateRoot: tempFolder(), env: {} });
  expect(waiting).toMatchObject([
    { would: [expect.stringMatching(/^open .*\.ssh\/id_rsa, which is outside the project$/)] },
  ]);
});

test('what changed since it was shown is not approved', async () => {
  const root = projectOf({ '.env': 'DATABASE_URL=postgres://x:y@one.test/db\n' });
  const options = { projectRoot: root, stateRoot: tempFolder(), env: {} };
  const [shown] = (await reviewProject(options)).waiting;
  writeFileSync(join(root, '.env'), 'DATABASE_URL=postgres://x:y@two.test/db\n');
  const approving = approveProject(options, shown?.fingerprint ?? '');
  await expect(approving).rejects.toMatchObject({ code: 'E_PROJECT_OUTDATED' });
  expect((await reviewProject(options)).waiting).toMatchObject([{ would: ['connect to the host two.test'] }]);
});

test('a file in the project and a loopback host need no approval', async () => {
  const { port, connections } = await startListener();
  const local = await serve(projectOf({ '.env': `DATABASE_URL=postgres://x:y@localhost:${port}/db\n` }));
  expect((await local.review()).waiting).toEqual([]);
  expect((await local.tables()).text).toBe('Could not establish database connection');
  expect(connections()).toBeGreaterThan(0);
  const root = projectOf({});
  addSqlite(root, 'shop.db');
  const sqlite = await serve(root);
  expect(await sqlite.tables()).toMatchObject({ text: '["t"]' });
});
