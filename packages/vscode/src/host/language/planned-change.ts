import { applyTextEdits, hashOf } from '@molehill/editor/edits/text';
import { editablePath, entryPath } from '@molehill/editor/edits/workspace-paths';
import { editorErrors } from '@molehill/editor/errors';
import type { FileEdits, FileOperation, WorkspaceChange } from '@molehill/editor/workspace-change';
import * as vscode from 'vscode';
import type { TextEdit } from 'vscode-languageserver-types';
import { openDocument } from '../documents.ts';
import { pathOf } from '../paths.ts';
import { lspRange } from './convert.ts';

/** Ties an edit to the content that it was planned on. E_OUTSIDE_WORKSPACE, E_FILE_PROTECTED, E_LANGUAGE_SERVER. */
export async function plannedChange(
  edit: vscode.WorkspaceEdit,
  folders: readonly string[],
): Promise<WorkspaceChange> {
  const operations = fileOperations(edit).map((operation) => checked(operation, folders));
  const created = new Map(
    operations.flatMap((operation) => (operation.kind === 'create' ? [[operation.path, operation]] : [])),
  );
  const edits: FileEdits[] = [];
  for (const [uri, list] of edit.entries()) {
    const path = editablePath(fileOf(uri), folders);
    const plain = list.map(plainEdit);
    const creation = created.get(path);
    if (creation) creation.text = applyTextEdits(creation.text, plain);
    else if (plain.length > 0) edits.push(await fileEdits(path, plain));
  }
  const changed = edits.filter((file) => file.edits.length > 0);
  return { edits: changed.toSorted((a, b) => (a.path < b.path ? -1 : 1)), operations };
}

type Operation = {
  -readonly [Kind in FileOperation['kind']]: Writable<Extract<FileOperation, { kind: Kind }>>;
}[FileOperation['kind']];
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function checked(operation: Operation, folders: readonly string[]): Operation {
  if (operation.kind !== 'rename') return { ...operation, path: entryPath(operation.path, folders) };
  return { ...operation, from: entryPath(operation.from, folders), to: entryPath(operation.to, folders) };
}

async function fileEdits(path: string, edits: readonly TextEdit[]): Promise<FileEdits> {
  const document = await openDocument(path);
  const effective = edits.filter(({ range, newText }) => {
    const { start, end } = range;
    const place = new vscode.Range(start.line, start.character, end.line, end.character);
    return document.getText(place) !== newText;
  });
  return { path, edits: effective, basis: hashOf(document.getText()) };
}

function plainEdit(edit: vscode.TextEdit | vscode.SnippetTextEdit): TextEdit {
  if ('newText' in edit) return { range: lspRange(edit.range), newText: edit.newText };
  throw editorErrors.fail('E_LANGUAGE_SERVER', 'The extension answered a snippet, not a text.');
}

/** The public type of an edit shows its texts only; this is what VS Code itself reads. */
interface FileEntry {
  readonly from?: vscode.Uri;
  readonly to?: vscode.Uri;
  readonly options?: { readonly overwrite?: boolean; readonly contents?: Uint8Array };
}

function fileOperations(edit: vscode.WorkspaceEdit): Operation[] {
  const all: unknown =
    '_allEntries' in edit && typeof edit._allEntries === 'function' ? edit._allEntries() : [];
  return Array.isArray(all) ? all.flatMap((entry: FileEntry) => operationOf(entry)) : [];
}

function operationOf({ from, to, options = {} }: FileEntry): Operation[] {
  if (from && to)
    return [{ kind: 'rename', from: fileOf(from), to: fileOf(to), overwrite: options.overwrite ?? false }];
  if (from) return [{ kind: 'delete', path: fileOf(from) }];
  if (!to) return [];
  return [{ kind: 'create', path: fileOf(to), text: Buffer.from(options.contents ?? []).toString() }];
}

function fileOf(uri: vscode.Uri): string {
  const path = pathOf(uri);
  if (path !== undefined) return path;
  throw editorErrors.fail(
    'E_LANGUAGE_SERVER',
    `The extension changes ${uri.toString()}, which is not a file.`,
  );
}
