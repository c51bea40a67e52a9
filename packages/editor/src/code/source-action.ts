import { coreErrors } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import type { HostCodeAction } from '../language-host.ts';
import { wholeRange } from './line-range.ts';

/** The action of a kind for a whole file; undefined where there is nothing to do. */
export async function sourceAction(
  path: string,
  kind: string,
  { host, signal, progress }: EditorContext,
): Promise<HostCodeAction | undefined> {
  if (kind !== 'source' && !kind.startsWith('source.'))
    throw coreErrors.fail('E_INVALID_PARAMS', `"${kind.slice(0, 80)}" is not a kind for a whole file.`, {
      hint: 'Pass {param:kind="source.fixAll"} or {param:kind="source.organizeImports"}, or a handle of {tool:action_list}.',
    });
  const range = wholeRange(await host.workspace.readText(path));
  const found = await host.language.codeActions({ path, range }, [kind], { signal, progress });
  const usable = found.filter((action) => action.disabled === undefined);
  return usable.find((action) => action.kind === kind) ?? usable.find((action) => isBelow(action, kind));
}

/** `source.fixAll.ts` is a kind of `source.fixAll`. */
function isBelow(action: HostCodeAction, kind: string): boolean {
  return action.kind?.startsWith(`${kind}.`) === true;
}
