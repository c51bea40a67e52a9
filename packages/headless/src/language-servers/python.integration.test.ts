import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { languageServer } from '../../../../test/engines/language-servers.ts';
import { startContext } from '../testing/host.ts';
import { describeLanguage } from '../testing/language-contract.ts';
import { openTestLanguages, textsAfter } from '../testing/language-host.ts';

const use = (index: number, more = '') =>
  [
    `shop/uses${index % 4}/use${index}.py`,
    `from shop.core.price import total_price

X${index} = total_price(1)
${more}`,
  ] as const;

const files = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'shop/__init__.py': '',
  'shop/core/__init__.py': '',
  'shop/core/price.py': 'def total_price(count: int) -> int:\n    return count * 2\n',
};

await describeLanguage({
  name: 'Python',
  server: 'basedpyright',
  files,
  file: 'shop/core/price.py',
  symbol: 'total_price',
  newName: 'sum_price',
  use,
  broken: { text: use(0, 'Y = missing\n')[1], message: /"missing" is not defined/ },
});

const basedpyright = await languageServer('basedpyright');

test.skipIf(basedpyright === undefined)('a move right after the start updates all imports', async () => {
  const uses = Array.from({ length: 30 }, (_, index) => use(index));
  const { host, folder, at } = openTestLanguages({ ...files, ...Object.fromEntries(uses) });
  const moves = [{ from: at('shop/core/price.py'), to: at('shop/core/cost.py') }];
  const change = await host.willRenameFiles(moves, startContext);
  const texts = change ? await textsAfter(change, folder) : {};
  expect(Object.keys(texts).sort()).toEqual(uses.map(([name]) => name).sort());
  for (const text of Object.values(texts)) expect(text).toContain('from shop.core.cost import total_price');
});

/** A package that only the interpreter of this environment has. */
function addPackage(environment: string): void {
  const [python = ''] = readdirSync(join(environment, 'lib'));
  const folder = join(environment, 'lib', python, 'site-packages', 'only_here');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '__init__.py'), 'VALUE: int = 1\n');
  writeFileSync(join(folder, 'py.typed'), '');
}

test.skipIf(basedpyright === undefined)('imports are those of the environment of the project', async () => {
  const { host, folder, at } = openTestLanguages({
    'main.py': 'from only_here import VALUE\n\nprint(VALUE)\n',
  });
  execFileSync('python3', ['-m', 'venv', '--without-pip', join(folder, '.venv')]);
  addPackage(join(folder, '.venv'));
  const { files: checked } = await host.diagnostics([at('main.py')], { waitMs: 30_000 }, startContext);
  expect(checked[0]?.diagnostics.filter(({ severity }) => severity === 1)).toEqual([]);
  const place = { path: at('main.py'), position: { line: 0, character: 24 } };
  const [definition] = await host.locations('definition', place, startContext);
  expect(relative(folder, definition?.path ?? '')).toMatch(/^\.venv.*only_here/);
});

test.skipIf(basedpyright === undefined)(
  'a change of an imported file is seen in those that import it',
  async () => {
    const { host, at, write } = openTestLanguages({ ...files, ...Object.fromEntries([use(0)]) });
    const check = async () => {
      const { files: checked, settled } = await host.diagnostics(
        [at(use(0)[0])],
        { waitMs: 30_000 },
        startContext,
      );
      const errors = checked.flatMap(({ diagnostics }) =>
        diagnostics.filter(({ severity }) => severity === 1),
      );
      return { settled, messages: errors.map(({ message }) => message) };
    };
    expect(await check()).toEqual({ settled: true, messages: [] });
    write('shop/core/price.py', 'def other_price(count: int) -> int:\n    return count\n');
    expect(await check()).toEqual({ settled: true, messages: ['"total_price" is unknown import symbol'] });
  },
);
