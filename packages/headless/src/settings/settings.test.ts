import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { openSettings } from './settings.ts';

function open(text?: string | Buffer) {
  const folder = realpathSync.native(tempFolder());
  const home = realpathSync.native(tempFolder());
  const stateRoot = join(home, 'state');
  const file = join(folder, '.vscode', 'settings.json');
  if (text !== undefined) {
    mkdirSync(dirname(file));
    writeFileSync(file, text);
  }
  const host = openSettings({ folders: [folder], stateRoot, env: { HOME: home, APPDATA: home } });
  const set = (key: string, value: unknown, language?: string) =>
    host.update(key, value, 'workspace', language === undefined ? {} : { language });
  const effective = async (key: string, language?: string) =>
    (await host.inspect([key], language === undefined ? {} : { language }))[0]?.at(-1)?.value;
  return { folder, home, stateRoot, file, host, set, effective, text: () => readFileSync(file, 'utf8') };
}

const code = (name: string, message?: RegExp) =>
  expect.objectContaining({ code: name, ...(message ? { message: expect.stringMatching(message) } : {}) });

describe('a workspace setting', () => {
  test('is written to a new file in a new folder', async () => {
    const { set, text, folder, file } = open();
    expect(await set('editor.tabSize', 2)).toEqual({ target: 'workspace', file, old: undefined, new: 2 });
    expect(text()).toBe('{\n  "editor.tabSize": 2\n}\n');
    expect(readdirSync(join(folder, '.vscode'))).toEqual(['settings.json']);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  test('is replaced with its comments, order, indentation and line ends kept', async () => {
    const { set, text } = open(
      '\uFEFF// top\r\n{\r\n\t"b": 1, // one\r\n\t/* two */ "editor.tabSize": 4, // three\r\n\t"a": [1,\r\n\t\t2] // four\r\n}\r\n',
    );
    expect(await set('editor.tabSize', 2)).toMatchObject({ old: 4, new: 2 });
    expect(text()).toBe(
      '\uFEFF// top\r\n{\r\n\t"b": 1, // one\r\n\t/* two */ "editor.tabSize": 2, // three\r\n\t"a": [1,\r\n\t\t2] // four\r\n}\r\n',
    );
  });

  test('is removed, and removing it again changes nothing', async () => {
    const { set, text, file } = open('{\n  // kept\n  "a": 1,\n  "b": 2\n}\n');
    expect(await set('a', undefined)).toMatchObject({ old: 1, new: undefined });
    expect(text()).toBe('{\n  // kept\n  "b": 2\n}\n');
    const before = statSync(file).ino;
    expect(await set('a', undefined)).toMatchObject({ old: undefined, new: undefined });
    expect(statSync(file).ino).toBe(before);
  });

  test('is not created by its removal', async () => {
    const { set, folder } = open();
    await set('a', undefined);
    expect(existsSync(join(folder, '.vscode'))).toBe(false);
  });

  test('is read and written inside a nested object', async () => {
    const { set, text, effective } = open('{ "editor": { "tabSize": 4, "minimap": { "enabled": true } } }');
    expect(await effective('editor.minimap.enabled')).toBe(true);
    expect(await effective('editor.minimap')).toEqual({ enabled: true });
    await set('editor.minimap.enabled', false);
    expect(JSON.parse(text())).toEqual({ editor: { tabSize: 4, minimap: { enabled: false } } });
    await set('editor.rulers', [80]);
    expect(JSON.parse(text())).toHaveProperty(['editor.rulers'], [80]);
  });

  test.each([
    ['{ "a.b": 1, "a": { "b": 2 } }', 2],
    ['{ "a": { "b": 2 }, "a.b": 1 }', 1],
    ['{ "a.b": 1, "a": { "c": 2 } }', undefined],
    ['{ "a.b": 1, "a.b": 2 }', 2],
  ])('of %s is the one that VS Code takes, and has an effect when written', async (text, value) => {
    const { set, effective } = open(text);
    expect(await effective('a.b')).toBe(value);
    expect(await set('a.b', 3)).toMatchObject({ old: value, new: 3 });
    expect(await effective('a.b')).toBe(3);
    expect(await set('a.b', undefined)).toMatchObject({ old: 3, new: undefined });
    expect(await effective('a.b')).toBeUndefined();
  });

  test('shows dotted keys as one object', async () => {
    const { effective, host } = open(
      '{ "editor.tabSize": 2, "editor.minimap.enabled": true, "[python]": {} }',
    );
    expect(await effective('editor')).toEqual({ tabSize: 2, minimap: { enabled: true } });
    expect(await host.keys('', {})).toEqual(['editor.minimap.enabled', 'editor.tabSize']);
    expect(await host.keys('editor.t', {})).toEqual(['editor.tabSize']);
  });

  test('keeps the mode of its file', async () => {
    const { set, file } = open('{}');
    chmodSync(file, 0o640);
    await set('a', 1);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test('is written through a link inside the workspace', async () => {
    const { set, file, folder, text } = open();
    mkdirSync(dirname(file));
    writeFileSync(join(folder, 'shared.json'), '{}');
    symlinkSync(join(folder, 'shared.json'), file);
    await set('a', 1);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(text())).toEqual({ a: 1 });
  });

  test.each(['file', 'folder'])(
    'is not written through a link of its %s that leads outside',
    async (kind) => {
      const { set, file, home } = open();
      mkdirSync(join(home, 'User'));
      writeFileSync(join(home, 'User', 'settings.json'), '{}');
      if (kind === 'file') mkdirSync(dirname(file));
      symlinkSync(
        join(home, 'User', ...(kind === 'file' ? ['settings.json'] : [])),
        kind === 'file' ? file : dirname(file),
      );
      await expect(set('a', 1)).rejects.toEqual(code('E_OUTSIDE_WORKSPACE'));
      expect(readFileSync(join(home, 'User', 'settings.json'), 'utf8')).toBe('{}');
    },
  );

  test('is not written in the place of a link that leads to nothing', async () => {
    const { set, file } = open();
    mkdirSync(dirname(file));
    symlinkSync('nowhere.json', file);
    await expect(set('a', 1)).rejects.toEqual(code('E_WRITE_FAILED', /ENOENT/));
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });

  test('is not written to a file of another kind', async () => {
    const { set, file } = open();
    mkdirSync(file, { recursive: true });
    await expect(set('a', 1)).rejects.toEqual(code('E_SETTINGS_DAMAGED', /regular file/));
  });

  test.each([
    ['{\n  "a": 1\n  "b": secret\n}\n', /line 3, column 3: CommaExpected/],
    ['[1]', /line 1, column 1: not a JSON object/],
    [Buffer.from('{ "a": "\xe9" }', 'latin1'), /not in UTF-8/],
  ])('in a damaged file is neither read nor written', async (text, message) => {
    const { host, set, file } = open(text);
    const before = readFileSync(file);
    const works = [
      () => set('a', 2),
      () => set('a', undefined),
      () => host.inspect(['a'], {}),
      () => host.keys('', {}),
    ];
    for (const work of works) await expect(work()).rejects.toEqual(code('E_SETTINGS_DAMAGED', message));
    expect(readFileSync(file)).toEqual(before);
  });

  test.each(['', ' \n', '// nothing yet\n'])('starts in the empty text %j', async (text) => {
    const opened = open(text);
    await opened.set('a.b', { c: null });
    expect(await opened.effective('a.b')).toEqual({ c: null });
    expect(opened.text()).toContain(text.trim());
  });

  test('is not lost when many are written at once', async () => {
    const { stateRoot, folder, home, text } = open('{}');
    const hosts = [1, 2, 3].map(() => openSettings({ folders: [folder], stateRoot, env: { HOME: home } }));
    const keys = Array.from({ length: 18 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key, index) => hosts[index % 3]?.update(key, index, 'workspace', {})));
    expect(Object.keys(JSON.parse(text())).toSorted()).toEqual(keys.toSorted());
  });
});

describe('a setting of a language', () => {
  const text = '{ "n": 1, "[javascript][typescript]": { "n": 2, "m": 2 }, "[typescript]": { "n": 3 } }';

  test('comes from its own section before one of several languages', async () => {
    const { effective } = open(text);
    expect(await effective('n')).toBe(1);
    expect(await effective('n', 'javascript')).toBe(2);
    expect(await effective('n', 'typescript')).toBe(3);
    expect(await effective('m', 'typescript')).toBe(2);
    expect(await effective('n', 'python')).toBe(1);
  });

  test('is written to its own section only', async () => {
    const { set, effective } = open(text);
    expect(await set('m', 4, 'javascript')).toMatchObject({ old: undefined, new: 4 });
    expect(await effective('m', 'javascript')).toBe(4);
    expect(await effective('m', 'typescript')).toBe(2);
    await set('editor.tabSize', 4, 'python');
    expect(await effective('editor.tabSize', 'python')).toBe(4);
    expect(await effective('editor.tabSize')).toBeUndefined();
  });
});

describe('a user setting', () => {
  const userFolders = { linux: '.config', darwin: join('Library', 'Application Support'), win32: '' };

  test('is in the state directory of a machine without VS Code', async () => {
    const { host, stateRoot } = open();
    const file = join(stateRoot, 'settings.json');
    expect(await host.update('a', 1, 'user', {})).toMatchObject({ target: 'user', file, new: 1 });
    expect(await host.inspect(['a'], {})).toEqual([[{ from: 'user', value: 1 }]]);
  });

  test.each(['Code', 'Code - Insiders', 'VSCodium'])('is in the file of %s', async (editor) => {
    const { host, home } = open('{ "a": 2 }');
    const root = userFolders[process.platform as 'linux'];
    const folder = join(home, root, editor, 'User');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), '{\n    // mine\n    "a": 1\n}\n');
    expect(await host.update('b', 2, 'user', {})).toMatchObject({ file: join(folder, 'settings.json') });
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(
      '{\n    // mine\n    "a": 1,\n    "b": 2\n}\n',
    );
    expect(await host.inspect(['a', 'c'], {})).toEqual([
      [
        { from: 'user', value: 1 },
        { from: 'workspace', value: 2 },
      ],
      [],
    ]);
  });
});

test('several folders have a file each, and none for all', async () => {
  const [a, b, home] = [tempFolder(), tempFolder(), tempFolder()].map((path) => realpathSync.native(path));
  if (!a || !b || !home) throw new Error('no folders');
  const host = openSettings({ folders: [a, b], stateRoot: home, env: { HOME: home } });
  const inB = { path: join(b, 'src') };
  expect(await host.update('x', 1, 'folder', inB)).toMatchObject({
    target: 'folder',
    file: join(b, '.vscode', 'settings.json'),
  });
  expect(await host.inspect(['x'], inB)).toEqual([[{ from: 'folder', value: 1 }]]);
  expect(await host.inspect(['x'], {})).toEqual([[]]);
  expect(await host.update('x', 1, 'workspace', {})).toMatchObject({
    target: 'folder',
    file: join(a, '.vscode', 'settings.json'),
  });
});
