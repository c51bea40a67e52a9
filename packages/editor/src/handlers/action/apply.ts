import { coreErrors } from '@molehill/core/errors';
import { listedAction } from '../../code/action-handles.ts';
import { mergeChanges } from '../../code/change-files.ts';
import { applyChange } from '../../code/change-result.ts';
import { sourceAction } from '../../code/source-action.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'action_apply'> = async (input, context) => {
  const { handle, path = '', kind = '', preview, save, dirty } = input;
  const action =
    handle === undefined
      ? await sourceAction(context.path(path), kind, context)
      : await listedAction(handle, context);
  if (!action) return NOTHING_TO_DO;
  const { title, disabled } = action;
  if (disabled !== undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', `"${title}" cannot be applied: ${disabled}`);
  const { signal, progress, host } = context;
  const { changes, commands } = await host.language.resolveAction(action, { signal, progress });
  const beside = { title, commands };
  const options = { preview, save, dirty, beside };
  return { ...beside, ...(await applyChange(mergeChanges(changes), options, context)) };
};

const NOTHING_TO_DO = {
  applied: false,
  saved: false,
  commands: [],
  totalEdits: 0,
  settled: true,
  unchecked: 0,
  newDiagnostics: [],
  files: [],
};
