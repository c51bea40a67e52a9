// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { HandlerModules } from '../handler.ts';

export const handlers = {
  docs_get: () => import('../handlers/docs/get.ts'),
} satisfies HandlerModules;
