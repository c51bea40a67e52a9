import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeDebugging } from '../testing/debug-contract.ts';

const shared = {
  hasFunctionBreakpoints: false,
  failure: { text: 'throw new RangeError', exitCode: 1, message: /RangeError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
};

describeDebugging({
  ...shared,
  name: 'TypeScript by type stripping',
  folder: 'typescript',
  file: 'shop.ts',
  start: (folder) => ({ config: { type: 'node', program: join(folder, 'shop.ts') } }),
});

const modules = join(import.meta.dirname, '../../../../node_modules');

describeDebugging({
  ...shared,
  name: 'TypeScript by source map',
  folder: 'typescript-map',
  file: 'src/shop.ts',
  prepare: (folder) =>
    void execFileSync(join(modules, '.bin/tsc'), ['-p', folder, '--typeRoots', join(modules, '@types')]),
  start: (folder) => ({ config: { type: 'node', program: join(folder, 'dist/shop.js') } }),
});
