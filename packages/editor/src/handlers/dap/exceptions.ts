import { isAbsolute } from 'node:path';
import { exceptionsOf } from '../../debug/exceptions.ts';
import type { Handler } from '../../handler.ts';

/** The newest are the ones that ended the program. */
export const handle: Handler<'dap_exceptions'> = async (input, context) => {
  const session = context.sessions.get(input.session);
  const all = exceptionsOf(session, input.context).map((each) => ({
    ...each,
    ...(each.file === undefined ? {} : { file: context.shown(each.file) }),
    ...(each.frames === undefined
      ? {}
      : { frames: each.frames.map((frame) => shownFrame(frame, context.shown)) }),
  }));
  const newest = all.slice(-input.count).reverse();
  const { items, cutBy } = await context.budget.collect(newest);
  const next = 'pass a smaller {param:context} or {param:count}; {tool:dap_logs} has the whole output.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: all.length, next });
  return { exceptions: items.toReversed(), total: all.length };
};

/** `function (file:line)` or `file:line`, with the file as in other answers. */
function shownFrame(frame: string, shown: (path: string) => string): string {
  return frame.replace(/(?<=^|\()[^()]+(?=:\d+\)?$)/, (file) => (isAbsolute(file) ? shown(file) : file));
}
