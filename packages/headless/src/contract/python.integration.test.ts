import { join } from 'node:path';
import { describeDebugging } from '../testing/debug-contract.ts';

describeDebugging({
  name: 'Python',
  folder: 'python',
  file: 'shop.py',
  start: (folder) => ({ config: { type: 'debugpy', program: join(folder, 'shop.py') } }),
  hasFunctionBreakpoints: true,
  failure: { text: 'raise ValueError', exitCode: 1, message: /ValueError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
});
