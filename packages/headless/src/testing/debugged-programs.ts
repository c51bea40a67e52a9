import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { DebuggedProgram } from './debug-contract.ts';

const modules = join(import.meta.dirname, '../../../../node_modules');

export const javascript: DebuggedProgram = {
  name: 'JavaScript',
  adapter: 'js-debug',
  folder: 'javascript',
  file: 'shop.js',
  hasFunctionBreakpoints: false,
  failure: { text: 'throw new RangeError', exitCode: 1, message: /RangeError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
};

export const typescript: DebuggedProgram = {
  ...javascript,
  name: 'TypeScript by type stripping',
  folder: 'typescript',
  file: 'shop.ts',
};

export const typescriptBySourceMap: DebuggedProgram = {
  ...javascript,
  name: 'TypeScript by source map',
  folder: 'typescript-map',
  file: 'src/shop.ts',
  prepare: (folder) =>
    void execFileSync(join(modules, '.bin/tsc'), ['-p', folder, '--typeRoots', join(modules, '@types')]),
};

export const python: DebuggedProgram = {
  name: 'Python',
  adapter: 'debugpy',
  folder: 'python',
  file: 'shop.py',
  hasFunctionBreakpoints: true,
  failure: { text: 'raise ValueError', exitCode: 1, message: /ValueError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
};
