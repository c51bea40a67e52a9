import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { describeDebugging } from '../testing/debug-contract.ts';

await describeDebugging({
  name: 'C',
  adapter: 'codelldb',
  folder: 'c',
  file: 'shop.c',
  prepare: (folder) => {
    const files = ['-o', join(folder, 'shop'), join(folder, 'shop.c')];
    execFileSync(cCompiler() ?? 'cc', ['-g', '-O0', ...files]);
  },
  hasFunctionBreakpoints: true,
  failure: { text: 'abort()', exitCode: 6, message: /SIGABRT/ },
  stopsAtCaught: false,
  canIgnoreFailure: false,
  showsReturnValue: true,
});
