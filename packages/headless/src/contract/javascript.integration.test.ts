import { describeDebugging } from '../testing/debug-contract.ts';
import { javascript } from '../testing/debugged-programs.ts';

await describeDebugging(javascript);
