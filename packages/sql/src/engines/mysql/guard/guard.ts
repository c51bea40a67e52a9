import type { Guard } from '../../../guard/guard.ts';
import { judgeText } from './judge.ts';
import { verifyDependencies } from './verify.ts';

export const mysqlGuard: Guard = {
  judge: (sql) => Promise.resolve(judgeText(sql)),
  verify: verifyDependencies,
};
