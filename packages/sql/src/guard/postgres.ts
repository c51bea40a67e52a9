import type { Guard } from './guard.ts';
import { judgeText } from './postgres/statement.ts';
import { verifyDependencies } from './postgres/verify.ts';

export const postgresGuard: Guard = { judge: judgeText, verify: verifyDependencies };
