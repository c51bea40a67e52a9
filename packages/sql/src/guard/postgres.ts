import type { Guard } from './guard.ts';
import { judgeText } from './postgres/statement.ts';
import { verifyDependencies } from './postgres/verify.ts';
import { rememberVerdicts } from './remembered.ts';

export const postgresGuard: Guard = { judge: rememberVerdicts(judgeText), verify: verifyDependencies };
