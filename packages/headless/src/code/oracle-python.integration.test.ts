import { expect, test } from 'vitest';
import { openPackageClient } from '../testing/code/package-client.ts';
import { type PythonPackage, writePythonProject } from '../testing/code/python-projects.ts';
import type { ToolClient } from '../testing/tool-client.ts';

/** basedpyright analyses the whole package for each answer. */
const LIMIT = { timeout: 240_000 };

interface Refactoring {
  readonly name: PythonPackage;
  /** Path and symbol of each. */
  readonly renames: readonly (readonly [path: string, symbol: string])[];
  readonly moves: readonly (readonly [from: string, to: string])[];
}

const refactorings: readonly Refactoring[] = [
  {
    name: 'rich',
    renames: [
      ['rich/console.py', 'Console'],
      ['rich/text.py', 'Text'],
      ['rich/console.py', 'ConsoleOptions'],
      ['rich/style.py', 'Style'],
      ['rich/segment.py', 'Segment'],
      ['rich/measure.py', 'Measurement'],
      ['rich/table.py', 'Table'],
      ['rich/cells.py', 'cell_len'],
      ['rich/console.py', 'render_str'],
      ['rich/console.py', 'get_style'],
    ],
    moves: [
      ['rich/text.py', 'rich/rich_text.py'],
      ['rich/_loop.py', 'rich/_loops.py'],
      ['rich/segment.py', 'rich/segments.py'],
      ['rich/measure.py', 'rich/measuring.py'],
      ['rich/style.py', 'rich/text_style.py'],
    ],
  },
  {
    name: 'markdown-it',
    renames: [
      ['markdown_it/token.py', 'Token'],
      ['markdown_it/main.py', 'MarkdownIt'],
      ['markdown_it/rules_inline/state_inline.py', 'StateInline'],
      ['markdown_it/rules_block/state_block.py', 'StateBlock'],
      ['markdown_it/rules_core/state_core.py', 'StateCore'],
      ['markdown_it/ruler.py', 'Ruler'],
      ['markdown_it/tree.py', 'SyntaxTreeNode'],
      ['markdown_it/common/utils.py', 'isStrSpace'],
      ['markdown_it/common/utils.py', 'escapeHtml'],
      ['markdown_it/rules_block/state_block.py', 'StateBlock_renamed.skipSpaces'],
    ],
    moves: [
      ['markdown_it/token.py', 'markdown_it/tokens.py'],
      ['markdown_it/ruler.py', 'markdown_it/rulers.py'],
      ['markdown_it/utils.py', 'markdown_it/options.py'],
      ['markdown_it/renderer.py', 'markdown_it/rendering.py'],
      ['markdown_it/main.py', 'markdown_it/parser.py'],
    ],
  },
];

test.for(refactorings)('$name works after renames and moves', LIMIT, async (refactoring, { skip }) => {
  const client = openPackageClient();
  const project = await writePythonProject(refactoring.name, client.folder);
  if (!project) return skip();
  const before = { smoke: await project.smoke(), broken: await project.broken() };
  await renameAll(client, refactoring);
  expect(await project.broken()).toEqual(before.broken);
  expect(await project.smoke()).toBe(before.smoke);
  for (const [from, to] of refactoring.moves) {
    await client.call('rename_file', { oldUri: from, newUri: to });
    expect(await project.broken(), `${from} to ${to}`).toEqual(before.broken);
  }
  expect(await project.smoke()).toBe(before.smoke);
});

async function renameAll(client: ToolClient, { renames }: Refactoring): Promise<void> {
  for (const [path, symbol] of renames) {
    const newName = `${symbol.split('.').at(-1)}_renamed`;
    const { totalEdits } = await client.call('rename_symbol', { path, symbol, newName });
    expect(totalEdits, symbol).toBeGreaterThan(2);
  }
}
