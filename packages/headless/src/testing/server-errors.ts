import { expectHelpful } from '@molehill/core/testing/error-text';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CodeClient, CodeClientOptions } from './code-client.ts';
import type { ErrorCase } from './error-cases.ts';

const files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, module: 'nodenext' } }),
  'cart.ts': 'export function total() { return 1; }\n',
  'other.js': 'export const other = 1;\n',
};
const total = { path: 'cart.ts', symbol: 'total' };
const move = { oldUri: 'cart.ts', newUri: 'shop/cart.ts' };

const whileBusy: readonly ErrorCase[] = [
  ['E_LSP_NOT_READY', 'symbol_search', { path: 'cart.ts' }],
  ['E_LSP_NOT_READY', 'symbol_info', total],
  ['E_LSP_NOT_READY', 'symbol_references', total],
  ['E_LSP_NOT_READY', 'symbol_calls', total],
  ['E_LSP_NOT_READY', 'rename_symbol', { ...total, newName: 'sum' }],
  ['E_LSP_NOT_READY', 'symbol_replace', { ...total, text: '' }],
  ['E_LSP_NOT_READY', 'rename_file', move],
];

/** Of tools that would otherwise change half of the files. */
export function describeServerErrors(open: (options: CodeClientOptions) => CodeClient): void {
  const expectUnchanged = (client: CodeClient) => {
    for (const [name, text] of Object.entries(files)) expect(client.text(name)).toBe(text);
  };

  describe('errors of language servers', { timeout: 60_000 }, () => {
    test('E_LSP_NOT_READY while as many servers as may run are busy', async () => {
      const client = open({ files, isSplit: true, limits: { mostServers: 1 } });
      await client.call('symbol_search', { path: 'other.js' });
      const pid = client.host.language.servers()[0]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      onTestFinished(() => void process.kill(pid, 'SIGCONT'));
      const stop = new AbortController();
      const busy = client.read('symbol_search', { path: 'other.js' }, stop.signal);
      for (const [code, tool, input] of whileBusy) expectHelpful(await client.read(tool, { ...input }), code);
      stop.abort();
      expectHelpful(await busy, 'E_CANCELLED');
      expectUnchanged(client);
    });

    test('E_LANGUAGE_SERVER by rename_file, which moves nothing while imports cannot be updated', async () => {
      const client = open({ files, server: ['sh', '-c', 'echo no license >&2; exit 3'] });
      const text = await client.read('rename_file', move);
      expectHelpful(text, 'E_LANGUAGE_SERVER');
      expect(text).toContain('no license');
      expectUnchanged(client);
      expect(await client.call('rename_file', { ...move, updateImports: false })).toMatchObject({
        importsUpdated: false,
        applied: true,
      });
    });
  });
}
