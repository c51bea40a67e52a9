import { expect, test } from 'vitest';
import { effectiveSetting } from './effective.ts';
import { maskSetting } from './mask-setting.ts';

test('takes the strongest value and names its place', () => {
  expect(
    effectiveSetting('editor.tabSize', [
      { from: 'default', value: 4 },
      { from: 'user', value: 8 },
      { from: 'workspace', value: 2 },
    ]),
  ).toEqual({
    key: 'editor.tabSize',
    value: 2,
    default: 4,
    user: 8,
    workspace: 2,
    effectiveFrom: 'workspace',
  });
});

test('merges objects and replaces lists', () => {
  const exclude = effectiveSetting('files.exclude', [
    { from: 'user', value: { '**/.git': true, deep: { a: 1, list: [1, 2] } } },
    { from: 'workspace', value: { '**/.git': false, deep: { b: 2, list: [3] } } },
  ]);
  expect(exclude.value).toEqual({ '**/.git': false, deep: { a: 1, b: 2, list: [3] } });
});

test('shows values of a language apart, and lets them win', () => {
  expect(
    effectiveSetting('editor.tabSize', [
      { from: 'workspace', value: 2 },
      { from: 'user', language: 'python', value: 4 },
    ]),
  ).toEqual({
    key: 'editor.tabSize',
    value: 4,
    workspace: 2,
    inLanguage: { user: 4 },
    effectiveFrom: 'user',
  });
});

test('merges a key __proto__ without changing a prototype', () => {
  const value = JSON.parse('{"__proto__": {"polluted": 1}}');
  const { value: merged } = effectiveSetting('a', [
    { from: 'user', value },
    { from: 'workspace', value },
  ]);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":1}}');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('knows nothing of a setting without values', () => {
  expect(effectiveSetting('a.b', [])).toEqual({ key: 'a.b' });
});

test('masks secrets by name and by shape, also inside objects', () => {
  expect(maskSetting('gitlens.apiToken', 'abcdef')).toBe('[masked: apiToken]');
  expect(maskSetting('http.proxy', 'http://me:hunter2@proxy:80')).not.toContain('hunter2');
  expect(
    maskSetting('sqltools.connections', [
      { name: 'a', password: 'hunter2', port: 1, token: { value: 'hunter2' } },
    ]),
  ).toEqual([{ name: 'a', password: '[masked: password]', port: 1, token: { value: '[masked: token]' } }]);
  expect(maskSetting('editor.tabSize', 2)).toBe(2);
  expect(maskSetting('editor.tokenColorCustomizations', { textMateRules: [] })).toEqual({
    textMateRules: [],
  });
});
