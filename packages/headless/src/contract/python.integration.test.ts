import { describeDebugging } from '../testing/debug-contract.ts';

await describeDebugging({
  name: 'Python',
  adapter: 'debugpy',
  folder: 'python',
  file: 'shop.py',
  hasFunctionBreakpoints: true,
  failure: { text: 'raise ValueError', exitCode: 1, message: /ValueError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
});
