import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { introductionOf } from '@molehill/core/phrase';
import { createRedactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasCode } from './code-folder.ts';
import { definitions } from './generated/tools.ts';
import { editorServer } from './server.ts';
import { testBridge } from './testing/bridge-view.ts';
import type { EditorProfile } from './tool-listing.ts';

function open(options: { profile?: EditorProfile; mayBeDormant?: boolean } = {}) {
  const folder = realpathSync(tempFolder());
  const server = editorServer({
    mount: { env: {}, stateRoot: folder, workspace: folder, log: silentLog, redactor: createRedactor() },
    host: () => {
      throw new Error('no host here');
    },
    bridge: testBridge(folder),
    profile: 'core',
    ...options,
  });
  const listed = () => server.listedTools?.().map(({ name }) => name) ?? [];
  return { folder, server, listed };
}

const ofTiers = (...tiers: string[]) =>
  Object.entries(definitions)
    .filter(([, { tier }]) => tiers.includes(tier))
    .map(([name]) => name);

describe('a profile', () => {
  test.each<[EditorProfile, string[]]>([
    ['core', ofTiers('core')],
    ['full', ofTiers('core', 'extended')],
    ['expert', ofTiers('core', 'extended', 'expert')],
  ])('%s lists its tiers', (profile, expected) => {
    expect(open({ profile }).listed()).toEqual(expected);
  });

  test('leaves every tool callable', () => {
    const { server } = open();
    expect(server.tools.map(({ name }) => name)).toEqual(Object.keys(definitions));
  });
});

describe('a folder without code', () => {
  test('lists only what starts a program', () => {
    expect(open({ mayBeDormant: true }).listed()).toEqual(['debug_start']);
  });

  test('lists the core tools where the server is served alone', () => {
    expect(open({ mayBeDormant: false }).listed()).toEqual(ofTiers('core'));
  });

  test('lists the core tools, also those that change code, once it has some', async () => {
    const { folder, server, listed } = open({ mayBeDormant: true });
    const changed = new Promise<void>((resolve) => {
      const unsubscribe = server.onListChanged?.(resolve);
      onTestFinished(() => unsubscribe?.());
    });
    writeFileSync(join(folder, 'main.py'), 'print(1)\n');
    await changed;
    expect(listed()).toEqual(ofTiers('core'));
    expect(listed()).toEqual(expect.arrayContaining(['debug_start', 'rename_symbol', 'rename_file']));
  });

  test('says when its tools are listed, and with code how to begin', async () => {
    const { server } = open({ mayBeDormant: true });
    expect(await introductionOf(server, true)).toContain('once the folder has code');
    const other = open({ mayBeDormant: false });
    expect(await introductionOf(other.server, true)).toMatch(/editor__rename_symbol .* editor__debug_start/);
  });
});

describe('a folder with code has', () => {
  const folderWith = (path: string) => {
    const folder = tempFolder();
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '');
    return folder;
  };

  test.each([
    '.vscode/launch.json',
    'package.json',
    'go.mod',
    'src/main.rs',
    'app/server.ts',
    'include/shop.hpp',
    'typings/shop.pyi',
    'jsconfig.json',
    'shop.code-workspace',
  ])('%s', (path) => {
    expect(hasCode(folderWith(path))).toBe(true);
  });

  test.each(['README.md', 'node_modules/x/index.js', '.hidden/a.py', 'a/b/c/deep.py', 'data.csv'])(
    'not %s',
    (path) => {
      expect(hasCode(folderWith(path))).toBe(false);
    },
  );

  test('not a folder that is missing', () => {
    expect(hasCode(join(tempFolder(), 'missing'))).toBe(false);
  });
});
