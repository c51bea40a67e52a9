// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of launch.json look like templates.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askedVariables, substitute, type VariableContext } from './variables.ts';

const folder = join('/work', 'shop');
const context: VariableContext = {
  folder,
  folders: new Map([['api', '/work/api']]),
  file: join(folder, 'src', 'pay', 'total.test.ts'),
  env: { HOME: '/home/ann', REGION: 'eu' },
  setting: (name) => ({ 'shop.port': 8080 })[name],
};

test.each([
  ['${workspaceFolder}/dist', '/work/shop/dist'],
  ['${workspaceFolder:api}/main.go', '/work/api/main.go'],
  ['${workspaceFolderBasename}', 'shop'],
  ['${cwd}', '/work/shop'],
  ['${userHome}/x', '/home/ann/x'],
  ['a${pathSeparator}b${/}c', 'a/b/c'],
  ['${env:REGION}-${env:MISSING}', 'eu-'],
  ['${config:shop.port}', '8080'],
  ['${file}', '/work/shop/src/pay/total.test.ts'],
  ['${relativeFile}', 'src/pay/total.test.ts'],
  ['${relativeFileDirname}', 'src/pay'],
  ['${fileBasename}', 'total.test.ts'],
  ['${fileBasenameNoExtension}', 'total.test'],
  ['${fileExtname}', '.ts'],
  ['${fileDirname}', '/work/shop/src/pay'],
  ['${fileDirnameBasename}', 'pay'],
  ['${fileWorkspaceFolder}', '/work/shop'],
  ['${unknownVariable}', '${unknownVariable}'],
  ['$HOME and {braces}', '$HOME and {braces}'],
])('%s becomes %s', (written, replaced) => {
  expect(substitute(written, context)).toBe(replaced);
});

test('replaces variables at any depth, and keeps values that are no text', () => {
  const written = {
    args: ['--root', '${workspaceFolder}'],
    env: { ROOT: '${workspaceFolder}' },
    port: 1,
    on: true,
  };
  expect(substitute(written, context)).toEqual({
    args: ['--root', folder],
    env: { ROOT: folder },
    port: 1,
    on: true,
  });
});

test('an unknown folder is named with those that exist', () => {
  expect(() => substitute('${workspaceFolder:web}', context)).toThrow(/web.*Its folders: api/);
});

test('${file} without a file asks for one', () => {
  expect(() => substitute('${fileDirname}', { ...context, file: undefined })).toThrow(
    expect.objectContaining({ code: 'E_LAUNCH_FAILED', hint: expect.stringContaining('{param:config}') }),
  );
});

test('a setting without a value is named', () => {
  expect(() => substitute('${config:other}', context)).toThrow(/config:other/);
});

test('finds each variable that a person must answer once', () => {
  const written = { port: '${input:port}', args: ['${command:pickProcess}', '${input:port}'], cwd: '${cwd}' };
  expect(askedVariables(written)).toEqual(['input:port', 'command:pickProcess']);
});
