import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Ask } from '@molehill/core/question';
import { isRecord } from '@molehill/core/record';
import { parseJsonc } from '@molehill/core/state/jsonc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDebugClient } from '../testing/debug-client.ts';

const accept: Ask = async () => ({ action: 'accept' });
const decline: Ask = async () => ({ action: 'decline' });

function open(ask?: Ask) {
  const client = openDebugClient({ adapters: 'none', ...(ask ? { ask } : {}) });
  const fileOf = async (target: Target) => (await client.host.settings.current('a', target, {})).file;
  return { ...client, fileOf, file: join(client.folder, '.vscode', 'settings.json') };
}

type Target = 'workspace' | 'folder' | 'user';

const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-zA-Z0-9-]{0,8}$/),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    'é',
    'a b',
    '"',
    '//',
    '0',
  ),
);
/** A key that is a whole number is read before all others, wherever it stands, so `0.a` always changes the value of `0`. */
const key = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('.'))
  .filter((joined) => !/^\d+$/.test(joined));
const json = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'a', '', 'b.c'), fc.jsonValue({ maxDepth: 1 })),
  )
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const value = json.filter((each) => each !== null);
const target = fc.constantFrom<Target>('workspace', 'folder', 'user');
const language = fc.option(fc.constantFrom('python', 'typescript'), { nil: undefined });

/** A settings file: members with comments around them, in some indentation and with some line ends. */
const document = fc
  .record({
    members: fc.uniqueArray(fc.tuple(key, json), { maxLength: 5, selector: ([each]) => each }),
    indent: fc.constantFrom('  ', '    ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
    trailing: fc.boolean(),
  })
  .map(({ members, indent, eol, mark, trailing }) => {
    const lines = members.map(([each, inner], index) => {
      const comma = index < members.length - 1 || trailing ? ',' : '';
      return `${indent}/* before ${index} */ ${JSON.stringify(each)}: ${JSON.stringify(inner)}${comma} // after ${index}, "x": 1`;
    });
    const text = mark + ['// top', '{', ...lines, `${indent}// end`, '}', ''].join(eol);
    return { text, keys: members.flatMap(([each, inner]) => [each, ...membersOf(each, inner)]) };
  });

function membersOf(of: string, inner: unknown): string[] {
  return isRecord(inner) ? Object.keys(inner).map((each) => `${of}.${each}`) : [];
}

/** A document and one of its keys, or another key. */
const change = document.chain(({ text, keys }) =>
  fc.tuple(fc.constant(text), keys.length === 0 ? key : fc.oneof(key, fc.constantFrom(...keys))),
);

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function read(file: string): Record<string, unknown> {
  const parsed = parseJsonc(readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value as Record<string, unknown>;
}

const commentsIn = (text: string) => text.match(/\/\* before \d \*\/|\/\/ (top|end|after \d, "x": 1)/g);

describe('setting tools', () => {
  test('property 11: what set_setting writes is what get_setting reads, at every target', async () => {
    const client = open(accept);
    const property = fc.asyncProperty(key, value, target, language, async (each, wanted, where, of) => {
      const scope = { key: each, ...(of === undefined ? {} : { language: of }) };
      const set = await client.call('set_setting', { ...scope, value: wanted, target: where });
      const used = where === 'folder' ? 'workspace' : where;
      expect(set).toMatchObject({ key: each, target: used });
      expect(JSON.stringify(set.new)).toBe(JSON.stringify(wanted));
      const got = await client.call('get_setting', { ...scope, maxTokens: 20_000 });
      const own = of === undefined ? got : got.inLanguage;
      expect(JSON.stringify(own?.[used])).toBe(JSON.stringify(wanted));
      expect(await client.call('set_setting', { ...scope, value: null, target: where })).not.toHaveProperty(
        'new',
      );
      expect(await client.call('get_setting', { ...scope })).toEqual({
        key: each,
        hint: expect.stringMatching(/^No settings file sets it/),
      });
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('property 11: a change keeps all other settings, their order and all comments', async () => {
    const client = open(accept);
    const property = fc.asyncProperty(change, json, target, async ([text, each], wanted, where) => {
      const file = await client.fileOf(where);
      write(file, text);
      const before = read(file);
      await client.call('set_setting', { key: each, value: wanted, target: where });
      const after = readFileSync(file, 'utf8');
      expect(commentsIn(after)).toEqual(commentsIn(text));
      expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
      const isOther = (other: string) => other !== each && !each.startsWith(`${other}.`);
      const others = (of: object) => Object.entries(of).filter(([other]) => isOther(other));
      expect(JSON.stringify(others(read(file)))).toBe(JSON.stringify(others(before)));
      rmSync(file);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test.each([
    ['user', { key: 'editor.tabSize', value: 2, target: 'user' }],
    ['program', { key: 'git.path', value: '/evil' }],
    ['nested', { key: 'terminal', value: { integrated: { env: { linux: { LD_PRELOAD: 'x' } } } } }],
    ['section', { key: '[python]', value: { 'python.defaultInterpreterPath': '/evil' } }],
    ['language', { key: 'python.defaultInterpreterPath', value: '/evil', language: 'python' }],
    ['case', { key: 'Chat.Tools.Global.AutoApprove', value: true }],
    ['removal', { key: 'http.proxyStrictSSL', value: null }],
  ])('a protected change (%s) is made only when a person agrees', async (_, input) => {
    for (const [ask, code] of [
      [undefined, 'E_CONFIRMATION_REQUIRED'],
      [decline, 'E_DECLINED'],
    ] as const) {
      const client = open(ask);
      write(client.file, '{ "http.proxyStrictSSL": true } // kept\n');
      expect(await client.read('set_setting', input)).toContain(`[${code}]`);
      expect(readFileSync(client.file, 'utf8')).toBe('{ "http.proxyStrictSSL": true } // kept\n');
      expect(existsSync(await client.fileOf('user'))).toBe(false);
    }
    const { call, read: text } = open(accept);
    await call('set_setting', input);
    expect(await text('get_setting', { key: input.key })).not.toContain('[E_');
  });

  test('asks with the file, the value and the reason, and shows no secret', async () => {
    const questions: string[] = [];
    const client = open(async ({ message }) => {
      questions.push(message);
      return { action: 'accept' };
    });
    const proxy = 'http://me:hunter2@proxy:8080';
    const answer = await client.call('set_setting', { key: 'http.proxy', value: proxy });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(client.file);
    expect(questions[0]).toContain('where data is sent');
    expect(
      JSON.stringify([questions, answer, await client.call('get_setting', { prefix: '' })]),
    ).not.toContain('hunter2');
    expect(read(client.file)).toEqual({ 'http.proxy': proxy });
  });

  test('an unprotected change asks nobody', async () => {
    const client = open();
    expect(await client.call('set_setting', { key: 'editor.tabSize', value: 2 })).toEqual({
      key: 'editor.tabSize',
      new: 2,
      target: 'workspace',
      file: '.vscode/settings.json',
    });
    await client.call('setting_set' as 'set_setting', {
      key: 'editor.tabSize',
      value: 4,
      scope: 'workspace',
    });
    expect(await client.call('setting_get' as 'get_setting', { key: 'editor.tabSize' })).toEqual({
      key: 'editor.tabSize',
      value: 4,
      workspace: 4,
      effectiveFrom: 'workspace',
    });
  });

  test('lists settings by keys and by prefix', async () => {
    const client = open();
    write(client.file, '{ "editor.tabSize": 2, "editor.rulers": [80], "files.eol": "\\n" }');
    const { settings, total } = await client.call('get_setting', { prefix: 'editor.' });
    expect(settings?.map((each) => [each.key, each.value])).toEqual([
      ['editor.rulers', [80]],
      ['editor.tabSize', 2],
    ]);
    expect(total).toBe(2);
    expect(await client.call('get_setting', { keys: ['files.eol', 'none'] })).toMatchObject({
      settings: [{ key: 'files.eol', value: '\n' }, { key: 'none' }],
    });
  });

  test('cuts a long list to the budget and says how to get the rest', async () => {
    const client = open();
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`k.${index}`, 'x'.repeat(50)]),
    );
    write(client.file, JSON.stringify(many));
    const text = await client.read('get_setting', { prefix: 'k.', maxTokens: 500 });
    expect(text.length).toBeLessThan(500 * 4);
    expect(text).toContain('300');
  });

  test('does not need the files of other targets', async () => {
    const client = open(accept);
    write(client.file, '{ damaged');
    expect(await client.call('set_setting', { key: 'a', value: 1, target: 'user' })).toMatchObject({
      new: 1,
    });
  });

  test('names the place of damage and changes nothing', async () => {
    const client = open();
    write(client.file, '{\n  "a": 1,,\n}');
    for (const tool of ['get_setting', 'set_setting'])
      expect(await client.read(tool, { key: 'a', ...(tool === 'set_setting' ? { value: 2 } : {}) })).toMatch(
        /\[E_SETTINGS_DAMAGED\] .*settings\.json, line 2, column 10: .* — Correct the file/,
      );
    expect(readFileSync(client.file, 'utf8')).toBe('{\n  "a": 1,,\n}');
  });

  test.each([
    ['get_setting', {}],
    ['get_setting', { key: 'a', prefix: 'b' }],
    ['get_setting', { key: '' }],
    ['set_setting', { key: 'a' }],
    ['set_setting', { key: 'a', value: 1, target: 'global' }],
    ['set_setting', { key: 'a', value: 1, language: '[python]' }],
  ])('%s rejects %j', async (tool, input) => {
    expect(await open().read(tool, input)).toContain('[E_INVALID_PARAMS]');
  });
});

describe('window tools without a window', () => {
  test('editor_context says so', async () => {
    const client = open();
    expect(await client.call('editor_context', { tabs: true })).toMatchObject({
      window: false,
      folders: [client.folder],
      dirtyFiles: [],
      hint: expect.stringContaining('No editor window'),
    });
  });

  test('editor_goto says what to do', async () => {
    const client = open();
    client.write('a.ts', 'one\ntwo\n');
    expect(await client.read('editor_goto', { path: 'a.ts', line: 2 })).toMatch(
      /\[E_BRIDGE_UNAVAILABLE\] .*open the folder in VS Code/,
    );
    expect(await client.read('editor_goto', { path: 'a.ts', line: 9 })).toContain('[E_INVALID_LINE]');
    expect(await client.read('editor_goto', { path: 'b.ts', line: 1 })).toContain('[E_FILE_NOT_FOUND]');
  });
});
