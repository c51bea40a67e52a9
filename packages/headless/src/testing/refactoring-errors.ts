import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { describe, expect, test } from 'vitest';
import type { CodeClient } from './code-client.ts';
import type { ErrorCase } from './error-cases.ts';
import type { ToolClientOptions } from './tool-client.ts';

const files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, module: 'nodenext' } }),
  'cart.ts': 'export const total   = 1;\n',
  'other.ts': 'export const other = 1;\n',
  'notes.txt': 'Buy milk.\n',
};

const move = (from: string, to: string) => ({ moves: [{ from, to }] });

const cases: readonly ErrorCase[] = [
  ['E_FILE_NOT_FOUND', 'diagnostic_list', { paths: ['missing.ts'] }],
  ['E_INVALID_PARAMS', 'diagnostic_list', {}],
  ['E_FILE_NOT_FOUND', 'rename_file', move('missing.ts', 'x.ts')],
  ['E_CONFLICT', 'rename_file', move('cart.ts', 'other.ts')],
  ['E_OUTSIDE_WORKSPACE', 'rename_file', move('cart.ts', '../cart.ts')],
  ['E_INVALID_PATH', 'rename_file', move('cart.ts', 'other.ts/cart.ts')],
  ['E_INVALID_PATH', 'rename_file', move('cart.ts', `${'long'.repeat(80)}.ts`)],
  ['E_CONFIRMATION_REQUIRED', 'rename_file', { ...move('cart.ts', 'other.ts'), overwrite: true }],
  ['E_FILE_NOT_FOUND', 'action_list', { path: 'missing.ts', line: 1 }],
  ['E_INVALID_LINE', 'action_list', { path: 'cart.ts', line: 99 }],
  ['E_NO_LANGUAGE_SERVER', 'action_list', { path: 'notes.txt', line: 1 }],
  ['E_STALE_REFERENCE', 'action_apply', { handle: 'actions_none.0' }],
  ['E_INVALID_PARAMS', 'action_apply', { path: 'cart.ts', kind: 'quickfix' }],
  ['E_FILE_NOT_FOUND', 'action_apply', { path: 'missing.ts', kind: 'source.fixAll' }],
  ['E_NO_LANGUAGE_SERVER', 'action_apply', { path: 'notes.txt', kind: 'source.fixAll' }],
  ['E_FILE_NOT_FOUND', 'code_format', { paths: ['missing.ts'] }],
  ['E_INVALID_PARAMS', 'code_format', { paths: ['cart.ts'], formatter: 'prettier' }],
  ['E_INVALID_LINE', 'code_format', { paths: ['cart.ts'], range: { start: 8, end: 9 } }],
  ['E_NO_LANGUAGE_SERVER', 'code_format', { paths: ['notes.txt'] }],
];

export function describeRefactoringErrors(
  open: (options: ToolClientOptions) => CodeClient,
  openBare: (options: ToolClientOptions) => Pick<CodeClient, 'read'>,
): void {
  describe('errors of diagnostics and refactoring', { timeout: 60_000 }, () => {
    test.each(cases)('%s by %s %j', async (code, tool, input) => {
      const client = open({ files });
      expectHelpful(await client.read(tool, { ...input }), code);
      for (const [name, text] of Object.entries(files)) expect(client.text(name)).toBe(text);
    });

    test('E_NO_LANGUAGE_SERVER names the command that installs it', async () => {
      const text = await openBare({ files }).read('diagnostic_list', { paths: ['cart.ts'] });
      expectHelpful(text, 'E_NO_LANGUAGE_SERVER');
      expect(text).toContain('molehill adapters install typescript');
    });

    test('E_WRITE_FAILED names a file that cannot be edited, and leaves everything', async () => {
      const client = open({ files });
      writeFileSync(join(client.folder, 'main.ts'), "import './cart.ts'; // é\n", 'latin1');
      const text = await client.read('rename_file', move('cart.ts', 'sub/cart.ts'));
      expectHelpful(text, 'E_WRITE_FAILED');
      expect(text).toContain('main.ts');
      expect(readdirSync(client.folder).toSorted()).toEqual([...Object.keys(files), 'main.ts'].toSorted());
      expect(client.text('cart.ts')).toBe(files['cart.ts']);
    });

    test('E_CONFLICT when the target appears between plan and apply', async () => {
      const client = open({ files });
      changeAfter(client, 'willRenameFiles', 'sub');
      expectHelpful(await client.read('rename_file', move('cart.ts', 'sub/cart.ts')), 'E_CONFLICT');
      expect(client.text('cart.ts')).toBe(files['cart.ts']);
      expect(client.text('sub')).toBe('// another change\n');
    });

    test('E_CONFLICT when a file changes between plan and apply, which changes nothing', async () => {
      const client = open({ files: { ...files, 'cart.ts': "import { other } from './other.ts';\n" } });
      changeAfter(client, 'resolveAction', 'cart.ts');
      const organize = { path: 'cart.ts', kind: 'source.organizeImports' };
      expectHelpful(await client.read('action_apply', organize), 'E_CONFLICT');
      expect(client.text('cart.ts')).toBe('// another change\n');
    });

    test('E_CONFLICT when a file changes while it is formatted', async () => {
      const client = open({ files });
      changeAfter(client, 'format', 'cart.ts');
      expectHelpful(await client.read('code_format', { paths: ['cart.ts'] }), 'E_CONFLICT');
      expect(client.text('cart.ts')).toBe('// another change\n');
    });
  });
}

/** Somebody writes a file right after a change was planned. */
function changeAfter(
  { host: { language }, write }: CodeClient,
  plan: 'resolveAction' | 'format' | 'willRenameFiles',
  name: string,
): void {
  const { resolveAction, format, willRenameFiles } = language;
  const thenWrite = async <T>(planned: Promise<T>) => {
    const result = await planned;
    write(name, '// another change\n');
    return result;
  };
  if (plan === 'format') language.format = (...args) => thenWrite(format(...args));
  if (plan === 'resolveAction') language.resolveAction = (...args) => thenWrite(resolveAction(...args));
  if (plan === 'willRenameFiles') language.willRenameFiles = (...args) => thenWrite(willRenameFiles(...args));
}
