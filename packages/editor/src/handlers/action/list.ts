import { openActions } from '../../code/action-handles.ts';
import { lineRange } from '../../code/line-range.ts';
import { hashOf } from '../../edits/text.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'action_list'> = async (input, context) => {
  const { host, signal, progress, budget } = context;
  const path = context.path(input.path);
  const text = await host.workspace.readText(path);
  const range = lineRange(text, input.line, input.endLine ?? input.line);
  const found = await host.language.codeActions({ path, range }, input.kinds, { signal, progress });
  const actions = found.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
  const handles = openActions({ path, basis: hashOf(text), actions }, context);
  const views = actions.map(({ title, kind, isPreferred, disabled, edits }, index) => ({
    handle: handles[index] ?? '',
    title,
    kind,
    preferred: isPreferred || undefined,
    disabled,
    edits,
  }));
  const { items, cutBy } = await budget.collect(views, { rows: input.limit });
  const next = 'pass {param:kinds} to see fewer.';
  if (cutBy) budget.cut({ limit: cutBy, shown: items.length, total: views.length, next });
  return { total: views.length, actions: items };
};
