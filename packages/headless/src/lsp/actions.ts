import { editorErrors } from '@molehill/editor/errors';
import type { HostCodeAction, LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import type { WorkspaceChange } from '@molehill/editor/workspace-change';
import type { CodeAction, Command, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { readTextFile } from '../text-file.ts';
import type { LspClient } from './client.ts';
import type { LspClients } from './clients.ts';
import { NativeItem } from './convert.ts';
import { currentDiagnostics } from './diagnostics.ts';
import { uriOf } from './documents.ts';
import { indentationOf } from './indentation.ts';
import { planChange } from './plan-change.ts';

type Actions = Pick<LanguageHost, 'codeActions' | 'resolveAction' | 'format'>;

const DIAGNOSTICS_MS = 5_000;
const formatting = { trimTrailingWhitespace: true, insertFinalNewline: true };

export function actions(clients: LspClients): Actions {
  return {
    codeActions: ({ path, range }, kinds, context) =>
      clients.use(path, context, async (client) => {
        await client.prepare(path, context);
        const { diagnostics = [] } = await currentDiagnostics(client, path, DIAGNOSTICS_MS, context);
        const params = {
          textDocument: { uri: uriOf(path) },
          range,
          context: {
            diagnostics: diagnostics.filter((one) => touches(one.range, range)),
            ...(kinds && { only: [...kinds] }),
          },
        };
        const found = (await client.request('textDocument/codeAction', params, context)) ?? [];
        return found.map((action) => hostAction(action, path));
      }),
    resolveAction: async (action, context) => {
      const { item, origin } = nativeOf(action);
      return await clients.use(origin, context, async (client) => {
        await client.prepare(origin, context);
        return await changesOf(client, item, clients.folders, context);
      });
    },
    format: (path, range, context) =>
      clients.use(path, context, async (client) => {
        await client.prepare(path, context);
        const options = { ...formatting, ...indentationOf(await readTextFile(path)) };
        const params = { textDocument: { uri: uriOf(path) }, options };
        const edits = range
          ? await client.request('textDocument/rangeFormatting', { ...params, range }, context)
          : await client.request('textDocument/formatting', params, context);
        return edits ?? [];
      }),
  };
}

type Found = CodeAction | Command;

function hostAction(action: Found, origin: string): HostCodeAction {
  const native = new NativeItem(action, origin);
  if (isCommand(action)) return { title: action.title, isPreferred: false, native };
  const { title, kind, isPreferred = false, disabled, edit } = action;
  return {
    title,
    isPreferred,
    native,
    ...(kind && { kind }),
    ...(disabled && { disabled: disabled.reason }),
    ...(edit && { edits: countEdits(edit) }),
  };
}

function countEdits({ documentChanges, changes }: WorkspaceEdit): number {
  const lists = documentChanges
    ? documentChanges.map((change) => ('edits' in change ? change.edits.length : 1))
    : Object.values(changes ?? {}).map((edits) => edits.length);
  return lists.reduce((sum, count) => sum + count, 0);
}

async function changesOf(
  client: LspClient,
  found: Found,
  folders: readonly string[],
  context: LanguageContext,
): Promise<{ changes: WorkspaceChange[]; commands: string[] }> {
  const changes: WorkspaceChange[] = [];
  const plan = async (edit: WorkspaceEdit) => {
    changes.push(await planChange(client, async () => edit, { folders }));
  };
  const action = isCommand(found) ? undefined : await resolved(client, found, context);
  if (action?.edit) await plan(action.edit);
  const command = isCommand(found) ? found : action?.command;
  if (!command) return { changes, commands: [] };
  const { command: name, arguments: args } = command;
  const params = { command: name, ...(args && { arguments: args }) };
  const run = () => client.request('workspace/executeCommand', params, context);
  for (const edit of await client.collectEdits(run)) await plan(edit);
  return { changes, commands: [name] };
}

async function resolved(
  client: LspClient,
  action: CodeAction,
  context: LanguageContext,
): Promise<CodeAction> {
  const isWhole = action.edit !== undefined || !client.supports('codeAction/resolve');
  return isWhole ? action : await client.request('codeAction/resolve', action, context);
}

function isCommand(found: Found): found is Command {
  return typeof found.command === 'string';
}

function nativeOf({ native, title }: HostCodeAction): NativeItem<Found> {
  if (native instanceof NativeItem) return native;
  throw editorErrors.fail('E_LANGUAGE_SERVER', `“${title}” is not an action of a language server.`);
}

type LineRange = { readonly start: { readonly line: number }; readonly end: { readonly line: number } };

function touches(a: LineRange, b: LineRange): boolean {
  return a.start.line <= b.end.line && b.start.line <= a.end.line;
}
