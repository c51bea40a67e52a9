import { describeDebugging } from '../testing/debug-contract.ts';
import { typescript, typescriptBySourceMap } from '../testing/debugged-programs.ts';

await describeDebugging(typescript);
await describeDebugging(typescriptBySourceMap);
