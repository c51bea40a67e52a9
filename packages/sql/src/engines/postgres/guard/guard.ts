import type { Guard } from '../../../guard/guard.ts';
import { cacheVerdicts } from '../../../guard/verdict-cache.ts';
import { judgeText } from './statement.ts';
import { verifyDependencies } from './verify.ts';

export const postgresGuard: Guard = { judge: cacheVerdicts(judgeText), verify: verifyDependencies };
