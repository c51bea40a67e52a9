import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectHelpful } from '@molehill/core/testing/error-text';
import { describe, expect, test } from 'vitest';
import type { CodeClient, CodeClientOptions } from './code-client.ts';
import type { ErrorCase } from './error-cases.ts';

const files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, module: 'nodenext' } }),
  'cart.ts': 'export class Cart { size = 1; constructor() {} }\nexport class Box { size = 2; }\n',
  'notes.txt': 'Buy milk.\n',
};

/** One valid call of each tool that takes the address of a symbol. */
const addressed = {
  symbol_info: {},
  symbol_references: {},
  symbol_calls: {},
  rename_symbol: { newName: 'other' },
  symbol_replace: { text: '' },
} as const;

const cases: readonly ErrorCase[] = [
  ...Object.entries(addressed).flatMap(([tool, input]): ErrorCase[] => [
    ['E_FILE_NOT_FOUND', tool, { path: 'missing.ts', symbol: 'Cart', ...input }],
    ['E_OUTSIDE_WORKSPACE', tool, { path: '/etc/hosts', symbol: 'Cart', ...input }],
    ['E_INVALID_PATH', tool, { path: 'http://example.com/a.ts', symbol: 'Cart', ...input }],
    ['E_INVALID_LINE', tool, { path: 'cart.ts', line: 99, column: 1, ...input }],
    ['E_SYMBOL_NOT_FOUND', tool, { path: 'cart.ts', symbol: 'Basket', ...input }],
    ['E_AMBIGUOUS_SYMBOL', tool, { path: 'cart.ts', symbol: 'size', ...input }],
    ['E_NO_LANGUAGE_SERVER', tool, { path: 'notes.txt', symbol: 'milk', ...input }],
  ]),
  ['E_INVALID_PARAMS', 'symbol_search', {}],
  ['E_FILE_NOT_FOUND', 'symbol_search', { path: 'missing.ts' }],
  ['E_OUTSIDE_WORKSPACE', 'symbol_search', { path: '/etc/hosts' }],
  ['E_INVALID_PATH', 'symbol_search', { path: 'http://example.com/a.ts' }],
  ['E_NO_LANGUAGE_SERVER', 'symbol_search', { path: 'notes.txt' }],
  ['E_CURSOR_INVALID', 'symbol_references', { path: 'cart.ts', symbol: 'Cart', cursor: 'next' }],
  ['E_INVALID_PARAMS', 'rename_symbol', { path: 'cart.ts', symbol: 'Cart', newName: 'a b' }],
  ['E_RENAME_REJECTED', 'rename_symbol', { path: 'cart.ts', symbol: 'Cart.constructor', newName: 'make' }],
  ['E_CONTENT_MISMATCH', 'symbol_replace', { path: 'cart.ts', symbol: 'Cart', text: '', expect: '00000000' }],
];

const plainServer = fileURLToPath(new URL('plain-language-server.ts', import.meta.url));
const at = { path: 'cart.ts', line: 1, column: 14 };

export function describeSymbolErrors(open: (options: CodeClientOptions) => CodeClient): void {
  describe('errors of symbols', { timeout: 60_000 }, () => {
    test.each(cases)('%s by %s %j', async (code, tool, input) => {
      const client = open({ files });
      expectHelpful(await client.read(tool, { ...input }), code);
      for (const [name, text] of Object.entries(files)) expect(client.text(name)).toBe(text);
    });

    test.each(Object.entries({ ...addressed, symbol_search: {} }))(
      'E_LANGUAGE_SERVER by %s where the server ends at once',
      async (tool, input) => {
        const client = open({ files, server: [process.execPath, '-e', 'process.exit(3)'] });
        expectHelpful(
          await client.read(tool, { ...(tool === 'symbol_search' ? { path: 'cart.ts' } : at), ...input }),
          'E_LANGUAGE_SERVER',
        );
      },
    );

    test.each([
      ['symbol_search', { query: 'Cart' }],
      ['symbol_info', { ...at, what: ['hover'] }],
      ['symbol_references', at],
      ['symbol_calls', at],
      ['rename_symbol', { ...at, newName: 'other' }],
    ])('E_UNSUPPORTED_CAPABILITY by %s where the server can only list symbols', async (tool, input) => {
      const client = open({ files, server: [process.execPath, plainServer] });
      expectHelpful(await client.read(tool, input), 'E_UNSUPPORTED_CAPABILITY');
    });

    test('E_CONFLICT when a file changes between plan and apply, which changes nothing', async () => {
      for (const [tool, input] of [
        ['rename_symbol', { newName: 'Basket' }],
        ['symbol_replace', { text: '' }],
      ] as const) {
        const client = open({ files });
        const { language } = client.host;
        const { diagnostics } = language;
        language.diagnostics = async (...args) => {
          const result = await diagnostics(...args);
          client.write('cart.ts', '// another change\n');
          return result;
        };
        expectHelpful(await client.read(tool, { path: 'cart.ts', symbol: 'Cart', ...input }), 'E_CONFLICT');
        expect(client.text('cart.ts')).toBe('// another change\n');
      }
    });

    test('E_WRITE_FAILED names a file that cannot be edited, and leaves everything', async () => {
      const client = open({ files });
      const use = Buffer.from("import { Cart } from './cart.js'; // é\nnew Cart();\n", 'latin1');
      writeFileSync(join(client.folder, 'use.ts'), use);
      const text = await client.read('rename_symbol', { path: 'cart.ts', symbol: 'Cart', newName: 'Basket' });
      expectHelpful(text, 'E_WRITE_FAILED');
      expect(text).toContain('use.ts');
      expect(client.text('cart.ts')).toBe(files['cart.ts']);
      const own = { path: 'use.ts', line: 2, column: 5, text: '' };
      client.write('use.ts', '');
      writeFileSync(
        join(client.folder, 'use.ts'),
        Buffer.from('export class A {} // é\nnew A();\n', 'latin1'),
      );
      expectHelpful(await client.read('symbol_replace', own), 'E_WRITE_FAILED');
    });
  });
}
