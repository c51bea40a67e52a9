import { join } from 'node:path';
import { describeDebugging } from '../testing/debug-contract.ts';

describeDebugging({
  name: 'JavaScript',
  folder: 'javascript',
  file: 'shop.js',
  start: (folder) => ({ config: { type: 'node', program: join(folder, 'shop.js') } }),
  hasFunctionBreakpoints: false,
  failure: { text: 'throw new RangeError', exitCode: 1, message: /RangeError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
});
