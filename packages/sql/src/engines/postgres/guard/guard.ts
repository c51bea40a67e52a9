import type { Guard } from '../../../guard/guard.ts';
import { rememberVerdicts } from '../../../guard/remembered.ts';
import { judgeText } from './statement.ts';
import { verifyDependencies } from './verify.ts';

export const postgresGuard: Guard = { judge: rememberVerdicts(judgeText), verify: verifyDependencies };
