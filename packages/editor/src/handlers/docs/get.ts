import { coreErrors } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import type { ToolMetadata } from '../../definition.ts';
import { guides } from '../../generated/guides.ts';
import { metadata } from '../../generated/metadata.ts';
import type { Handler } from '../../handler.ts';

const tools: Readonly<Record<string, ToolMetadata>> = metadata;

export const handle: Handler<'docs_get'> = async ({ id, topic }) => {
  if (id === undefined)
    return { guides: guidesAbout(topic), ...(topic === undefined ? { tools: byCategory() } : {}) };
  const text = guides[id];
  if (text !== undefined) return { guide: { id, text } };
  const tool = tools[id] ?? Object.values(tools).find(({ aliases }) => aliases.includes(id));
  if (tool) return { tool };
  const near = nearest(id, [...Object.keys(guides), ...Object.keys(tools)]);
  throw coreErrors.fail('E_INVALID_PARAMS', `No guide or tool is named "${id.slice(0, 60)}".`, {
    ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
  });
};

function guidesAbout(topic: string | undefined) {
  const wanted = topic?.toLowerCase() ?? '';
  return Object.entries(guides)
    .filter(([, text]) => text.toLowerCase().includes(wanted))
    .map(([id, text]) => ({ id, title: text.slice(2, text.indexOf('\n')) }));
}

function byCategory(): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const { name, category } of Object.values(tools)) {
    groups[category] ??= [];
    groups[category].push(name);
  }
  return groups;
}
