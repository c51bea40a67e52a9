import { nearest } from '@molehill/core/near';
import { editorErrors } from '@molehill/editor/errors';
import { debugAdapters, findAdapter } from './adapters/adapters.ts';
import { languageServers } from './language-servers/language-servers.ts';
import type { MachineTool } from './machine-tools/machine-tool.ts';

/** What `molehill adapters` lists and installs. */
export const allTools: readonly MachineTool[] = [...debugAdapters, ...languageServers];

/** By name, or a debug adapter by a type of configuration. E_NO_ADAPTER for a name that no tool has. */
export function toolNamed(name: string): MachineTool {
  const found = allTools.find((tool) => tool.name === name) ?? findAdapter(name);
  if (found) return found;
  const names = allTools.map((tool) => tool.name);
  const near = nearest(name, names);
  const message = `There is no debug adapter or language server "${name}".${near ? ` Did you mean "${near}"?` : ''}`;
  throw editorErrors.fail('E_NO_ADAPTER', message, { hint: `They are ${names.join(', ')}.` });
}
