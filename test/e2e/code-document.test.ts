import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type LanguageServerName, languageServer } from '../engines/language-servers.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { openDebugger } from './support/debugger.ts';
import {
  type Example,
  exampleOf,
  patternOf,
  prepareExample,
  readDocument,
} from './support/document-examples.ts';

const document = readDocument('docs/code.md');

const servers: Readonly<Record<string, LanguageServerName>> = {
  'Rename a symbol': 'typescript',
  'Move a file': 'typescript',
  Python: 'basedpyright',
  'Fix and format': 'typescript',
};

/** Runs the calls of an example, and returns its folder. */
async function run(example: Example, used: readonly LanguageServerName[]): Promise<string> {
  const folder = temporaryFolder();
  prepareExample(example, folder);
  const client = await openDebugger('vscb', folder, [], [], used);
  let last = '';
  for (const { tool, input, answer } of example.calls) {
    const filled = fill(input, last);
    const request = answer.startsWith('[E_') ? client.fail(tool, filled) : client.call(tool, filled);
    last = (await request).text;
    expect(`${last}\n`, tool).toMatch(patternOf(answer));
  }
  return folder;
}

/** A text with `…` is the one that the previous answer has. */
function fill(input: Record<string, unknown>, last: string): Record<string, unknown> {
  const filled = Object.entries(input).map(([key, value]) => {
    if (typeof value !== 'string' || !value.includes('…')) return [key, value];
    const pattern = patternOf(value)
      .source.replace(/^\^|\\n\$$/g, '')
      .replaceAll('.*', '[^\\s]*?');
    return [key, new RegExp(pattern).exec(last)?.[0]];
  });
  return Object.fromEntries(filled);
}

/** The keys of the table of protected settings, with an `x` for each `*`. */
function protectedKeys(): string[] {
  const [, table = ''] = /^\| keys \| why \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(document) ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  const keys = cells.flatMap((cell) => [...cell.matchAll(/`([^`:]+)`/g)].map(([, key = '']) => key));
  return keys.map((key) => key.replaceAll('*P', 'a.xP').replaceAll('*', 'x'));
}

afterEach(endEverything);

describe('docs/code.md', { timeout: 120_000 }, () => {
  for (const [title, server] of Object.entries(servers)) {
    test(`the example ${title} is as written`, async ({ skip }) => {
      if ((await languageServer(server)) === undefined) skip(`${server} is missing`);
      const example = exampleOf(document, title);
      expect(example.calls.length).toBeGreaterThan(1);
      await run(example, [server]);
    });
  }

  test('the example Settings is as written, and so is the file after it', async () => {
    const folder = await run(exampleOf(document, 'Settings'), []);
    const [, after = ''] = /The file is then:\n\n```json\n([\s\S]*?)```/.exec(document) ?? [];
    expect(readFileSync(join(folder, '.vscode', 'settings.json'), 'utf8')).toBe(after);
  });

  test('the settings that it calls protected ask', async () => {
    const client = await openDebugger('vscb', temporaryFolder(), [], []);
    const keys = protectedKeys();
    expect(keys.length).toBeGreaterThan(25);
    for (const key of keys)
      expect(await client.fail('set_setting', { key, value: 'x' }), key).toMatchObject({
        code: 'E_CONFIRMATION_REQUIRED',
      });
  });
});
