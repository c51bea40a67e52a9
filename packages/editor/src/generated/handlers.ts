// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { HandlerModules } from '../handler.ts';

export const handlers = {
  breakpoint_clear: () => import('../handlers/breakpoint/clear.ts'),
  breakpoint_list: () => import('../handlers/breakpoint/list.ts'),
  breakpoint_remove: () => import('../handlers/breakpoint/remove.ts'),
  breakpoint_set_data: () => import('../handlers/breakpoint/set-data.ts'),
  breakpoint_set_exception: () => import('../handlers/breakpoint/set-exception.ts'),
  breakpoint_set: () => import('../handlers/breakpoint/set.ts'),
  debug_attach: () => import('../handlers/debug/attach.ts'),
  debug_continue: () => import('../handlers/debug/continue.ts'),
  debug_pause: () => import('../handlers/debug/pause.ts'),
  debug_restart: () => import('../handlers/debug/restart.ts'),
  debug_run_to_line: () => import('../handlers/debug/run-to-line.ts'),
  debug_start: () => import('../handlers/debug/start.ts'),
  debug_status: () => import('../handlers/debug/status.ts'),
  debug_step_back: () => import('../handlers/debug/step-back.ts'),
  debug_step_into: () => import('../handlers/debug/step-into.ts'),
  debug_step_out: () => import('../handlers/debug/step-out.ts'),
  debug_step_over: () => import('../handlers/debug/step-over.ts'),
  debug_stop: () => import('../handlers/debug/stop.ts'),
  debug_wait_for_hit: () => import('../handlers/debug/wait-for-hit.ts'),
  docs_get: () => import('../handlers/docs/get.ts'),
  launch_list: () => import('../handlers/launch/list.ts'),
} satisfies HandlerModules;
