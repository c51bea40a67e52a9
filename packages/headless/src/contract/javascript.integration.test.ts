import { describeDebugging } from '../testing/debug-contract.ts';

await describeDebugging({
  name: 'JavaScript',
  adapter: 'js-debug',
  folder: 'javascript',
  file: 'shop.js',
  hasFunctionBreakpoints: false,
  failure: { text: 'throw new RangeError', exitCode: 1, message: /RangeError not for sale/ },
  stopsAtCaught: true,
  canIgnoreFailure: true,
  showsReturnValue: true,
});
