import type { Guard, Verdict } from '../../../guard/guard.ts';
import { judgeText } from './judge.ts';
import { refuseUnknownVerb } from './verbs.ts';
import { verifyDependencies } from './verify.ts';

async function judge(sql: string): Promise<Verdict> {
  const verdict = judgeText(sql);
  if (verdict.reads || verdict.rule !== 'statement') return verdict;
  return refuseUnknownVerb(sql) ?? verdict;
}

export const mysqlGuard: Guard = { judge, verify: verifyDependencies };
