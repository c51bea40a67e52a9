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

await describeDebugging({
  ...shared,
  name: 'TypeScript by type stripping',
  adapter: 'js-debug',
  folder: 'typescript',
  file: 'shop.ts',
});

const modules = join(import.meta.dirname, '../../../../node_modules');

await describeDebugging({
  ...shared,
  name: 'TypeScript by source map',
  adapter: 'js-debug',
  folder: 'typescript-map',
  file: 'src/shop.ts',
  prepare: (folder) =>
    void execFileSync(join(modules, '.bin/tsc'), ['-p', folder, '--typeRoots', join(modules, '@types')]),
});
