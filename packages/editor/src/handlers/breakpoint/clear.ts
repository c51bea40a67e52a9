import type { Handler } from '../../handler.ts';

/** The person's breakpoints stay, unless the caller asks for all. */
export const handle: Handler<'breakpoint_clear'> = async ({ path: given, group, owner }, context) => {
  const { breakpoints } = context;
  const path = given === undefined ? undefined : context.path(given);
  const all = breakpoints.list();
  const cleared = all.filter(
    (one) =>
      (owner === 'all' || one.owner === 'agent') &&
      (group === undefined || one.group === group) &&
      (path === undefined || (one.location.kind === 'line' && one.location.path === path)),
  );
  await breakpoints.remove(cleared.map(({ id }) => id));
  return { cleared: cleared.length, kept: all.length - cleared.length };
};
