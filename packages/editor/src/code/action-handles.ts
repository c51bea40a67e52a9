import { coreErrors } from '@molehill/core/errors';
import type { HandleKind } from '@molehill/core/handles';
import type { EditorContext } from '../context.ts';
import { hashOf } from '../edits/text.ts';
import type { HostCodeAction } from '../language-host.ts';

interface ListedActions {
  readonly path: string;
  /** `hashOf` the text they were listed for. */
  readonly basis: string;
  readonly actions: readonly HostCodeAction[];
}

const HINT = 'Call {tool:action_list} again.';
const IDLE_MS = 10 * 60_000;

/** The actions of one list. */
const listed: HandleKind<ListedActions> = {
  name: 'actions',
  idleMs: IDLE_MS,
  most: 20,
  hint: HINT,
  dispose: () => {},
};

/** A handle for each action, in their order. */
export function openActions(list: ListedActions, { handles }: EditorContext): readonly string[] {
  const id = handles.open(listed, list);
  return list.actions.map((_, index) => `${id}.${index}`);
}

/** E_STALE_REFERENCE where the file was changed since, or there is no such handle. */
export async function listedAction(handle: string, context: EditorContext): Promise<HostCodeAction> {
  const [id = '', index = ''] = handle.split('.');
  const { path, basis, actions } = context.handles.get(listed, id);
  const action = actions[Number(index)];
  if (!action) throw stale(`The list has no action ${JSON.stringify(index.slice(0, 20))}.`);
  const text = await context.host.workspace.readText(path).catch(() => undefined);
  if (text !== undefined && hashOf(text) === basis) return action;
  await context.handles.close(listed, id);
  throw stale(`${context.shown(path)} was changed since its actions were listed.`);
}

function stale(message: string) {
  return coreErrors.fail('E_STALE_REFERENCE', message, { hint: HINT });
}
