import { describeDebugging } from '../testing/debug-contract.ts';

await describeDebugging({
  name: 'Go',
  adapter: 'delve',
  folder: 'go',
  file: 'shop.go',
  hasFunctionBreakpoints: true,
  failure: { text: 'panic(reason)', exitCode: 2, message: /not for sale/ },
  stopsAtCaught: false,
  canIgnoreFailure: true,
  showsReturnValue: false,
});
