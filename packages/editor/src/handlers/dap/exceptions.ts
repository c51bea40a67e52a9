import { exceptionsOf } from '../../debug/exceptions.ts';
import type { Handler } from '../../handler.ts';

/** The newest are the ones that ended the program. */
export const handle: Handler<'dap_exceptions'> = async (input, context) => {
  const session = context.sessions.get(input.session);
  const all = exceptionsOf(session, input.context).map((each) =>
    each.file === undefined ? each : { ...each, file: context.shown(each.file) },
  );
  const newest = all.slice(-input.count).reverse();
  const { items, cutBy } = await context.budget.collect(newest);
  const next = 'pass a smaller {param:context} or {param:count}; {tool:dap_logs} has the whole output.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: all.length, next });
  return { exceptions: items.toReversed(), total: all.length };
};
