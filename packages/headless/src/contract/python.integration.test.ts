import { describeDebugging } from '../testing/debug-contract.ts';
import { python } from '../testing/debugged-programs.ts';

await describeDebugging(python);
