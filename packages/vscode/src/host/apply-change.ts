import { existsSync } from 'node:fs';
import { messageOf } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import { changedFile, existingTarget } from '@molehill/editor/edits/conflicts';
import { hashOf } from '@molehill/editor/edits/text';
import { editablePath, entryPath } from '@molehill/editor/edits/workspace-paths';
import { editorErrors } from '@molehill/editor/errors';
import type {
  AppliedChange,
  ApplyOptions,
  FileOperation,
  WorkspaceChange,
} from '@molehill/editor/workspace-change';
import * as vscode from 'vscode';
import { openDocument } from './documents.ts';
import type { ImportUpdates } from './import-updates.ts';
import { rangeOf } from './language/convert.ts';
import { pathOf, uriOf } from './paths.ts';
import { Restoration } from './restoration.ts';

/** Changes of files through the editor, one after the other, each of them whole or not at all. */
export class WorkspaceChanges {
  readonly #folders: () => readonly string[];
  readonly #imports: ImportUpdates;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folders: () => readonly string[], imports: ImportUpdates) {
    this.#folders = folders;
    this.#imports = imports;
  }

  apply(change: WorkspaceChange, options: ApplyOptions): Promise<AppliedChange> {
    const result = this.#last.then(() => this.#apply(change, options));
    this.#last = result.catch(() => {});
    return result;
  }

  async #apply(given: WorkspaceChange, options: ApplyOptions): Promise<AppliedChange> {
    const change = this.#checked(given);
    const documents = await this.#planned(change, options);
    options.signal.throwIfAborted();
    const restoration = await Restoration.prepare(documents, change.operations);
    const run = () => applyAll(change, documents, restoration, options);
    try {
      const moves = change.operations.flatMap((one) => (one.kind === 'rename' ? [one] : []));
      if (moves.length === 0 || options.updateImports === undefined) await run();
      else return { saved: options.save, importEdits: await this.#imports.during(moves, options, run) };
      return { saved: options.save };
    } finally {
      await restoration.close();
    }
  }

  /** E_OUTSIDE_WORKSPACE, E_FILE_PROTECTED, E_FILE_NOT_FOUND, E_CONFLICT. */
  #checked({ edits, operations }: WorkspaceChange): WorkspaceChange {
    const folders = this.#folders();
    const checked = operations.map((operation): FileOperation => {
      if (operation.kind !== 'rename') return { ...operation, path: entryPath(operation.path, folders) };
      const [from, to] = [entryPath(operation.from, folders), entryPath(operation.to, folders)];
      return { ...operation, from, to };
    });
    assertPossible(checked);
    return {
      edits: edits.map((file) => ({ ...file, path: editablePath(file.path, folders) })),
      operations: checked,
    };
  }

  async #planned(
    { edits, operations }: WorkspaceChange,
    { dirty }: ApplyOptions,
  ): Promise<readonly vscode.TextDocument[]> {
    const documents = await Promise.all(
      edits.map(({ path }) => openDocument(path).catch(() => Promise.reject(changedFile(path)))),
    );
    const touched = new Set([...documents, ...openBelow(operations)]);
    for (const document of [...touched].filter(({ isDirty }) => isDirty)) await settleDirty(document, dirty);
    for (const [index, { path, basis }] of edits.entries())
      if (hashOf(documents[index]?.getText() ?? '') !== basis) throw changedFile(path);
    return documents;
  }
}

/** What an earlier operation moves away or brings is not looked at: VS Code refuses it in its turn. */
function assertPossible(operations: readonly FileOperation[]): void {
  const left = new Set<string>();
  for (const operation of operations) {
    const [source, target] =
      operation.kind === 'rename'
        ? [operation.from, operation.to]
        : operation.kind === 'create'
          ? [undefined, operation.path]
          : [operation.path, undefined];
    if (source !== undefined && !existsSync(source) && left.size === 0)
      throw editorErrors.fail('E_FILE_NOT_FOUND', `${source} does not exist.`, { details: { path: source } });
    const mayReplace = operation.kind === 'rename' && operation.overwrite;
    if (target !== undefined && existsSync(target) && !left.has(target) && !mayReplace)
      throw existingTarget(target);
    if (source !== undefined) left.add(source);
  }
}

/** Documents that operations move, replace or delete. */
function openBelow(operations: readonly FileOperation[]): vscode.TextDocument[] {
  const paths = operations.flatMap((one) => (one.kind === 'rename' ? [one.from, one.to] : [one.path]));
  return vscode.workspace.textDocuments.filter(({ uri }) => {
    const path = pathOf(uri);
    return path !== undefined && paths.some((each) => isInside(each, path));
  });
}

async function settleDirty(document: vscode.TextDocument, dirty: ApplyOptions['dirty']): Promise<void> {
  const path = document.uri.fsPath;
  if (dirty === 'refuse')
    throw editorErrors.fail('E_CONFLICT', `${path} has unsaved changes in the editor.`, {
      hint: 'Pass {param:dirty="save"} to save them first, or ask the person to save or discard them.',
      details: { path },
    });
  if (!(await document.save()))
    throw editorErrors.fail('E_WRITE_FAILED', `VS Code could not save ${path}. Nothing was changed.`);
}

async function applyAll(
  change: WorkspaceChange,
  documents: readonly vscode.TextDocument[],
  restoration: Restoration,
  { save }: ApplyOptions,
): Promise<void> {
  try {
    // A refactoring is saved by VS Code itself.
    if (!(await vscode.workspace.applyEdit(editOf(change, documents), { isRefactoring: save })))
      throw new Error('VS Code did not apply the change');
    if (save) await saveAll(restoration.pathsAfter);
  } catch (cause) {
    const left = await restoration.restore();
    const state = left.length === 0 ? 'Everything is as before.' : `Not restored: ${left.join(', ')}.`;
    throw editorErrors.fail('E_WRITE_FAILED', `${messageOf(cause)}. ${state}`, { cause });
  }
}

function editOf(
  { edits, operations }: WorkspaceChange,
  documents: readonly vscode.TextDocument[],
): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const [index, file] of edits.entries()) {
    const changes = file.edits.map(({ range, newText }) => new vscode.TextEdit(rangeOf(range), newText));
    edit.set(documents[index]?.uri ?? uriOf(file.path), changes);
  }
  for (const operation of operations) {
    if (operation.kind === 'create')
      edit.createFile(uriOf(operation.path), { contents: Buffer.from(operation.text) });
    else if (operation.kind === 'delete') edit.deleteFile(uriOf(operation.path), { recursive: true });
    else edit.renameFile(uriOf(operation.from), uriOf(operation.to), { overwrite: operation.overwrite });
  }
  return edit;
}

/** `workspace.saveAll` leaves files without an editor unsaved. */
async function saveAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const document = await vscode.workspace.openTextDocument(uriOf(path));
    if (document.isDirty && !(await document.save())) throw new Error(`VS Code could not save ${path}`);
  }
}
