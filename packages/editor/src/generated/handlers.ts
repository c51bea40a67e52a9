// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { HandlerModules } from '../handler.ts';

export const handlers = {
  bridge_status: () => import('../handlers/bridge/status.ts'),
  docs_get: () => import('../handlers/docs/get.ts'),
} satisfies HandlerModules;
