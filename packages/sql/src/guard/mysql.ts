import type { Guard } from './guard.ts';
import { judgeText } from './mysql/judge.ts';
import { verifyDependencies } from './mysql/verify.ts';

export const mysqlGuard: Guard = {
  judge: (sql) => Promise.resolve(judgeText(sql)),
  verify: verifyDependencies,
};
