import { isMolehillError, messageOf } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type { FilePosition, LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import { readTextFile } from '../text-file.ts';
import { codeOf, type LspClient } from './client.ts';
import type { LspClients } from './clients.ts';
import { textPosition } from './convert.ts';
import { linesOf, nameAt, type PlacedName, textIn } from './name-at.ts';
import { planChange } from './plan-change.ts';

type Renames = Pick<LanguageHost, 'prepareRename' | 'rename'>;

export function renames(clients: LspClients): Renames {
  return {
    prepareRename: (at, context) =>
      clients.use(at.path, context, async (client) => {
        await client.prepare(at.path, context);
        return await prepare(client, at, context);
      }),
    rename: (at, newName, context) =>
      clients.use(at.path, context, async (client) => {
        await client.prepare(at.path, context);
        const { name } = await prepare(client, at, context);
        await client.loadProject({ names: [name] }, context);
        const params = { ...textPosition(at), newName };
        const ask = () => rejecting(client.request('textDocument/rename', params, context));
        return await planChange(client, ask, { folders: clients.folders, oldName: name });
      }),
  };
}

async function prepare(client: LspClient, at: FilePosition, context: LanguageContext): Promise<PlacedName> {
  const placed = await nameAt(at);
  const found = client.supports('textDocument/prepareRename')
    ? await rejecting(client.request('textDocument/prepareRename', textPosition(at), context))
    : { defaultBehavior: true };
  if (found && 'defaultBehavior' in found && placed) return placed;
  if (!found || 'defaultBehavior' in found)
    throw editorErrors.fail('E_RENAME_REJECTED', 'The language server renames nothing at this place.');
  const range = 'range' in found ? found.range : found;
  const text = textIn(linesOf(await readTextFile(at.path)), range);
  return { range, name: text ?? ('placeholder' in found ? found.placeholder : '') };
}

/** What the server answers with an error is a refusal; that it ended is not. */
async function rejecting<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!isMolehillError(error) || codeOf(error.cause) === undefined) throw error;
    throw editorErrors.fail('E_RENAME_REJECTED', messageOf(error.cause), { cause: error });
  }
}
