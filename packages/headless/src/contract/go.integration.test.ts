import { describeDebugging } from '../testing/debug-contract.ts';

describeDebugging({
  name: 'Go',
  folder: 'go',
  file: 'shop.go',
  start: (folder) => ({ config: { type: 'go', program: folder } }),
  hasFunctionBreakpoints: true,
  failure: { text: 'panic(reason)', exitCode: 2, message: /not for sale/ },
  stopsAtCaught: false,
  canIgnoreFailure: true,
  showsReturnValue: true,
});
