import { coreErrors } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import type { ToolMetadata } from '../../definition.ts';
import { guides } from '../../generated/guides.ts';
import { metadata } from '../../generated/metadata.ts';
import type { Handler } from '../../handler.ts';

const tools: Readonly<Record<string, ToolMetadata>> = metadata;

export const handle: Handler<'docs_get'> = async ({ id, topic }) => {
  if (id === undefined) return topic === undefined ? { guides: index(), tools: byCategory() } : about(topic);
  const text = guides[id];
  if (text !== undefined) return { guide: { id, text } };
  const tool = tools[id] ?? Object.values(tools).find(({ aliases }) => aliases.includes(id));
  if (tool) return { tool };
  const near = nearest(id, [...Object.keys(guides), ...Object.keys(tools)]);
  throw coreErrors.fail('E_INVALID_PARAMS', `No guide or tool is named "${id.slice(0, 60)}".`, {
    ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
  });
};

/** The guide itself where only one mentions the topic, so that no second call is needed. */
function about(topic: string) {
  const wanted = topic.toLowerCase();
  const found = index(([, text]) => text.toLowerCase().includes(wanted));
  const [only] = found;
  if (only === undefined || found.length > 1) return { guides: found };
  return { guide: { id: only.id, text: guides[only.id] ?? '' } };
}

function index(isWanted: (guide: [string, string]) => boolean = () => true) {
  return Object.entries(guides)
    .filter(isWanted)
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
