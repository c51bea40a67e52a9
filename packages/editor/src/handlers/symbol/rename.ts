import { findSymbol } from '../../code/address.ts';
import { applyChange } from '../../code/change-result.ts';
import { checkNewName } from '../../code/new-name.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'rename_symbol'> = async (input, context) => {
  const { language } = context.host;
  const found = await findSymbol(input, context);
  const { name } = await language.prepareRename(found, context);
  checkNewName(input.newName, { name, kind: found.kind, language: language.languageOf(found.path) });
  const change = await language.rename(found, input.newName, context);
  if (change.edits.every(({ edits }) => edits.length === 0))
    throw editorErrors.fail('E_RENAME_REJECTED', `The language server has no edits that rename "${name}".`);
  return { from: name, to: input.newName, ...(await applyChange(change, input, context)) };
};
