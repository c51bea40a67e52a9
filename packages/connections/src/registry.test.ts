import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createSampleRegistry, createSetting, lake } from './testing/registry.ts';

const SECRET = 'planted-s3cret';

function write(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('the environment overrides the config file, which overrides the store', async () => {
  const setting = createSetting();
  const env = { SAMPLE_CONNECTIONS: JSON.stringify([lake('a', { host: 'env' })]) };
  const configPath = write(
    join(setting.folder, 'config', 'c.json'),
    `{ // by hand\n "connections": [${JSON.stringify(lake('a', { host: 'config' }))}, ${JSON.stringify(lake('b', { host: 'config' }))},], }`,
  );
  write(setting.storePath, { connections: ['a', 'b', 'c'].map((name) => lake(name, { host: 'store' })) });
  const registry = createSampleRegistry(setting, { env, configPath });
  const seen = (await registry.list()).map(({ name, config, source, editable }) => [
    name,
    'host' in config ? config.host : '',
    source.kind,
    source.label,
    editable,
  ]);
  expect(seen).toEqual([
    ['a', 'env', 'environment', 'SAMPLE_CONNECTIONS', false],
    ['b', 'config', 'config', configPath, false],
    ['c', 'store', 'store', setting.storePath, true],
  ]);
  expect(await registry.problems()).toEqual([]);
});

test('resolves a relative path against its source', async () => {
  const setting = createSetting();
  const puddle = (name: string) => ({ name, type: 'puddle', file: 'data/p.db' });
  const env = { SAMPLE_CONNECTIONS: JSON.stringify([puddle('env')]) };
  const configPath = write(join(setting.folder, 'config', 'c.json'), { connections: [puddle('config')] });
  const registry = createSampleRegistry(setting, { env, configPath });
  await registry.add(puddle('stored'));
  const elsewhere = createSampleRegistry(setting, { cwd: '/', env, configPath });
  const files = (await elsewhere.list()).map(({ config }) => ('file' in config ? config.file : ''));
  expect(files).toEqual([
    join(setting.folder, 'config', 'data/p.db'),
    '/data/p.db',
    join(setting.folder, 'work', 'data/p.db'),
  ]);
});

test('an invalid definition affects that name only, and overrides later sources', async () => {
  const setting = createSetting();
  const broken = { ...lake('a'), port: 'five', password: SECRET, pasword: SECRET };
  const env = {
    SAMPLE_CONNECTIONS: JSON.stringify([broken, lake('b'), { type: 'lake' }, lake('d'), lake('d')]),
  };
  write(setting.storePath, { connections: [lake('a')] });
  const registry = createSampleRegistry(setting, { env });
  expect((await registry.list()).map(({ name }) => name)).toEqual(['b']);
  await expect(registry.get('a')).rejects.toMatchObject({
    code: 'E_CONNECTION_INVALID',
    message: expect.stringMatching(/"a" in SAMPLE_CONNECTIONS is not valid: .*\(at port\).*pasword/),
  });
  expect((await registry.problems()).map(({ name }) => name)).toEqual(['a', '#3', 'd']);
  expect(JSON.stringify([await registry.problems(), setting.log.lines])).not.toContain(SECRET);
});

for (const [what, text] of [
  ['no JSON', `[{"name":"a","password":"${SECRET}"`],
  ['no array', `{"password":"${SECRET}"}`],
] as const) {
  test(`reports an environment that is ${what} without its content, and reads the other sources`, async () => {
    const setting = createSetting();
    const registry = createSampleRegistry(setting, { env: { SAMPLE_CONNECTIONS: text } });
    await registry.add(lake('b'));
    expect((await registry.list()).map(({ name }) => name)).toEqual(['b']);
    expect(await registry.problems()).toMatchObject([{ source: { label: 'SAMPLE_CONNECTIONS' } }]);
    await expect(registry.get('a')).rejects.toMatchObject({
      hint: expect.stringContaining('SAMPLE_CONNECTIONS'),
    });
    expect(JSON.stringify([await registry.problems(), setting.log.lines])).not.toContain(SECRET);
  });
}

test('reports a missing or invalid config file, and reads it once it is corrected', async () => {
  const setting = createSetting();
  const configPath = join(setting.folder, 'c.json');
  const registry = createSampleRegistry(setting, { configPath });
  expect(await registry.problems()).toMatchObject([{ problem: 'the file does not exist' }]);
  write(configPath, '{"connections": [\n  oops ]}');
  expect(await registry.problems()).toMatchObject([{ problem: expect.stringContaining('line 2') }]);
  write(configPath, { connections: [lake('a')] });
  expect(await registry.problems()).toEqual([]);
  expect((await registry.get('a')).editable).toBe(false);
});

test('an unknown name lists the known names and the nearest', async () => {
  const registry = createSampleRegistry();
  await expect(registry.get('shop')).rejects.toMatchObject({
    hint: expect.stringContaining('add_connection'),
  });
  await registry.add(lake('shop'));
  await expect(registry.get('shpo')).rejects.toMatchObject({
    code: 'E_UNKNOWN_CONNECTION',
    message: 'There is no connection "shpo". Did you mean "shop"?',
    hint: 'Defined: shop.',
  });
});

test('other processes see additions, updates and removals at once', async () => {
  const setting = createSetting();
  const [one, other] = [createSampleRegistry(setting), createSampleRegistry(setting)];
  await one.add(lake('a', { password: SECRET, port: 7 }));
  expect((await other.get('a')).config).toMatchObject({ host: 'lake.test', readonly: false });
  await other.update('a', { host: 'new.test', readonly: true });
  expect((await one.get('a')).config).toMatchObject({
    host: 'new.test',
    readonly: true,
    password: SECRET,
    port: 7,
  });
  await other.update('a', { type: 'pond' });
  expect((await one.get('a')).config).not.toHaveProperty('port');
  await one.remove('a');
  expect(await other.list()).toEqual([]);
});

test('the revision changes with the definition only', async () => {
  const registry = createSampleRegistry();
  const { revision } = await registry.add(lake('a'));
  expect((await registry.get('a')).revision).toBe(revision);
  expect((await registry.update('a', { password: SECRET })).revision).not.toBe(revision);
});

test('rejects a name in use and an invalid definition', async () => {
  const setting = createSetting();
  const env = { SAMPLE_CONNECTIONS: JSON.stringify([lake('env')]) };
  const registry = createSampleRegistry(setting, { env });
  await registry.add(lake('a'));
  for (const [name, where] of [
    ['a', setting.storePath],
    ['env', 'SAMPLE_CONNECTIONS'],
  ] as const) {
    await expect(registry.add(lake(name, { host: 'x' }))).rejects.toMatchObject({
      code: 'E_CONNECTION_EXISTS',
      message: expect.stringContaining(where),
    });
  }
  await expect(registry.add(lake('bad name'))).rejects.toMatchObject({ code: 'E_CONNECTION_INVALID' });
  await expect(registry.add(lake('x'.repeat(65)))).rejects.toMatchObject({ code: 'E_CONNECTION_INVALID' });
  await expect(registry.update('a', { port: 0 })).rejects.toMatchObject({ code: 'E_CONNECTION_INVALID' });
  expect(JSON.parse(readFileSync(setting.storePath, 'utf8')).connections).toHaveLength(1);
});

test('rejects changes to read-only sources', async () => {
  const setting = createSetting();
  const env = { SAMPLE_CONNECTIONS: JSON.stringify([lake('env')]) };
  const configPath = write(join(setting.folder, 'c.json'), { connections: [lake('conf')] });
  const registry = createSampleRegistry(setting, { env, configPath });
  for (const [name, source] of [
    ['env', 'SAMPLE_CONNECTIONS'],
    ['conf', configPath],
  ] as const) {
    const refusal = { code: 'E_CONNECTION_READONLY_SOURCE', message: expect.stringContaining(source) };
    await expect(registry.remove(name)).rejects.toMatchObject(refusal);
    await expect(registry.update(name, { host: 'x' })).rejects.toMatchObject(refusal);
  }
  await expect(registry.remove('nope')).rejects.toMatchObject({ code: 'E_UNKNOWN_CONNECTION' });
});

test('removes and corrects an invalid definition in the store', async () => {
  const setting = createSetting();
  write(setting.storePath, { connections: [{ name: 'a', type: 'lake' }, lake('b', { port: 'x' })] });
  const registry = createSampleRegistry(setting);
  await registry.remove('a');
  await registry.update('b', { port: 9 });
  expect((await registry.get('b')).config).toMatchObject({ port: 9 });
  expect(await registry.problems()).toEqual([]);
});

test('reports a damaged store and uses its backup', async () => {
  const setting = createSetting();
  const registry = createSampleRegistry(setting);
  await registry.add(lake('a'));
  writeFileSync(setting.storePath, '{"connections":[{"name":');
  expect((await registry.list()).map(({ name }) => name)).toEqual(['a']);
  expect(await registry.problems()).toMatchObject([{ problem: expect.stringContaining('.damaged-') }]);
  expect(setting.log.lines.join('\n')).toContain('.damaged-');
});

test('an unreadable store does not affect the other sources', async () => {
  const setting = createSetting();
  mkdirSync(setting.storePath, { recursive: true });
  const registry = createSampleRegistry(setting, {
    env: { SAMPLE_CONNECTIONS: JSON.stringify([lake('a')]) },
  });
  expect((await registry.list()).map(({ name }) => name)).toEqual(['a']);
  await expect(registry.add(lake('b'))).rejects.toMatchObject({ code: 'E_STORE_ACCESS' });
});

test('resolves secrets for connecting only, and redacts them', async () => {
  const setting = createSetting();
  const env = { PW: SECRET };
  const registry = createSampleRegistry(setting, { env, keychain: async () => 'chained-s3cret' });
  const ssh = { host: 'h', passphrase: `\${keychain:x}` };
  const connection = await registry.add(lake('a', { password: `\${env:PW}`, ssh }));
  expect(JSON.stringify(connection)).not.toContain(SECRET);
  expect(readFileSync(setting.storePath, 'utf8')).not.toContain(SECRET);
  const config = await registry.resolve(connection);
  expect(config).toMatchObject({ password: SECRET, ssh: { passphrase: 'chained-s3cret' } });
  expect(setting.redactor.known(JSON.stringify(config))).not.toMatch(/s3cret/);
});

test('redacts a literal secret as soon as it is read, valid or not', async () => {
  const setting = createSetting();
  const registry = createSampleRegistry(setting, {
    env: { SAMPLE_CONNECTIONS: JSON.stringify([lake('a', { password: 'literal-one' })]) },
  });
  await registry.list();
  await registry.add({ name: 'b', password: 'literal-two' }).catch(() => {});
  expect(setting.redactor.known('literal-one literal-two')).toBe('*** ***');
});

test('takes "confirm": "never" from the environment and the config file, and not from the store', async () => {
  const setting = createSetting();
  const definition = (name: string) => ({ ...lake(name), confirm: 'never' });
  const configPath = write(join(setting.folder, 'c.json'), {
    connections: [definition('conf'), lake('plain')],
  });
  write(setting.storePath, { connections: [definition('stored'), lake('other')] });
  const env = {
    SAMPLE_CONNECTIONS: JSON.stringify([definition('env'), { ...lake('odd'), confirm: 'always' }]),
  };
  const registry = createSampleRegistry(setting, { env, configPath });
  expect((await registry.list()).map(({ name, confirm }) => [name, confirm])).toEqual([
    ['conf', 'never'],
    ['env', 'never'],
    ['other', undefined],
    ['plain', undefined],
  ]);
  expect((await registry.problems()).map(({ name }) => name).sort()).toEqual(['odd', 'stored']);
  expect((await registry.get('env')).config).not.toHaveProperty('confirm');
  await expect(registry.add(definition('new'))).rejects.toMatchObject({ code: 'E_CONNECTION_INVALID' });
  await expect(registry.update('other', { confirm: 'never' })).rejects.toMatchObject({
    code: 'E_CONNECTION_INVALID',
  });
});
