import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { describe, expect, test } from 'vitest';
import type { DebugClient, DebugClientOptions } from './debug-client.ts';
import type { ErrorCase } from './error-cases.ts';

const cases: readonly ErrorCase[] = [
  ['E_INVALID_PARAMS', 'get_setting', {}],
  ['E_FILE_NOT_FOUND', 'get_setting', { key: 'a', path: 'missing.js' }],
  ['E_OUTSIDE_WORKSPACE', 'get_setting', { key: 'a', path: '/etc/hosts' }],
  ['E_INVALID_PARAMS', 'set_setting', { key: 'a', value: 1, language: '[python]' }],
  ['E_FILE_NOT_FOUND', 'set_setting', { key: 'a', value: 1, path: 'missing.js' }],
  ['E_OUTSIDE_WORKSPACE', 'set_setting', { key: 'a', value: 1, path: '/etc/hosts' }],
  ['E_CONFIRMATION_REQUIRED', 'set_setting', { key: 'git.path', value: '/tmp/git' }],
  ['E_FILE_NOT_FOUND', 'editor_goto', { path: 'missing.js', line: 1 }],
  ['E_OUTSIDE_WORKSPACE', 'editor_goto', { path: '/etc/hosts', line: 1 }],
  ['E_INVALID_LINE', 'editor_goto', { path: 'sum.js', line: 99 }],
  ['E_BRIDGE_UNAVAILABLE', 'editor_goto', { path: 'sum.js', line: 1 }],
];

/** In a folder with `sum.js`. */
export function describeSettingErrors(open: (options?: DebugClientOptions) => DebugClient): void {
  describe('errors of settings and the window', () => {
    test.each(cases)('%s by %s %j', async (code, tool, input) => {
      expectHelpful(await open().read(tool, { ...input }), code);
    });

    test.each(['get_setting', 'set_setting'])('E_SETTINGS_DAMAGED by %s names the place', async (tool) => {
      const client = open({ files: { '.vscode/settings.json': '{\n  "a": 1\n  "b": 2\n}\n' } });
      const text = await client.read(tool, { key: 'a', ...(tool === 'set_setting' ? { value: 1 } : {}) });
      expectHelpful(text, 'E_SETTINGS_DAMAGED');
      expect(text).toContain('line 3, column 3');
    });

    test('E_WRITE_FAILED by set_setting names the file', async () => {
      const client = open();
      mkdirSync(join(client.folder, '.vscode'));
      symlinkSync('nowhere.json', join(client.folder, '.vscode', 'settings.json'));
      const text = await client.read('set_setting', { key: 'a', value: 1 });
      expectHelpful(text, 'E_WRITE_FAILED');
      expect(text).toContain('settings.json');
    });

    test('E_WRITE_FAILED by set_setting where a file is in the place of the folder', async () => {
      const client = open({ files: { '.vscode': '' } });
      expectHelpful(await client.read('set_setting', { key: 'a', value: 1 }), 'E_WRITE_FAILED');
      expect(await client.call('get_setting', { key: 'a' })).not.toHaveProperty('value');
    });
  });
}
