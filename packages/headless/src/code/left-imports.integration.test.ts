import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPackageClient } from '../testing/code/package-client.ts';

/** Imports that the language servers leave as they are. */

test('a module that another one augments keeps its importers', async () => {
  const client = openPackageClient();
  client.write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" }, "include": ["src"] }');
  client.write('src/option.ts', 'export interface Option {}\nexport const none: Option = {};\n');
  client.write('src/effect.ts', "export {};\ndeclare module './option.js' {\n  interface Option {}\n}\n");
  client.write('src/use.ts', "import * as option from './option.js';\nconsole.log(option.none);\n");
  const moves = [{ from: 'src/option.ts', to: 'src/data/option.ts' }];
  const { importEdits } = await client.call('rename_file', { moves });
  expect(importEdits.map(({ path }) => path).sort()).toEqual(['src/effect.ts', 'src/use.ts']);
  const text = (name: string) => readFileSync(join(client.folder, name), 'utf8');
  expect(text('src/use.ts')).toContain("from './data/option.js'");
  expect(text('src/effect.ts')).toContain("declare module './data/option.js'");
});

test('a Python module keeps relative imports of several parts', async () => {
  const client = openPackageClient();
  client.write('shop/__init__.py', '');
  client.write('shop/rules/__init__.py', '');
  client.write('shop/rules/state.py', 'class State: ...\n');
  client.write('shop/parser.py', 'from .rules.state import State\n');
  client.write('shop/rules/near.py', 'from .state import State\n');
  const moves = [{ from: 'shop/rules/state.py', to: 'shop/rules/states.py' }];
  const { importEdits } = await client.call('rename_file', { moves });
  expect(importEdits.map(({ path }) => path)).toContain('shop/parser.py');
});

test('a Python folder keeps relative imports of its modules', async () => {
  const client = openPackageClient();
  client.write('shop/__init__.py', '');
  client.write('shop/rules/__init__.py', '');
  client.write('shop/rules/state.py', 'class State: ...\n');
  client.write('shop/parser.py', 'from .rules.state import State\n');
  const { importEdits } = await client.call('rename_file', {
    moves: [{ from: 'shop/rules', to: 'shop/grammar' }],
  });
  expect(importEdits.map(({ path }) => path)).toContain('shop/parser.py');
});
