import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { fileErrors } from '@molehill/core/files/errors';
import { isInside } from '@molehill/core/files/inside';
import { applyTextEdits } from '@molehill/editor/edits/text';
import { editorErrors } from '@molehill/editor/errors';
import type { FileOperation } from '@molehill/editor/workspace-change';
import type {
  CreateFile,
  DeleteFile,
  RenameFile,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { TextEdit } from 'vscode-languageserver-types';
import { pathOf } from './convert.ts';

/** A workspace edit by file, at the paths before any file is moved. */
export interface PlannedEdits {
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** The versions of open documents that the server planned on. */
  readonly versions: ReadonlyMap<string, number>;
  readonly operations: readonly FileOperation[];
}

type DocumentChange = TextDocumentEdit | CreateFile | RenameFile | DeleteFile;

const PROTECTED = new Set(['node_modules', '.git']);

/** E_OUTSIDE_WORKSPACE for a file that must not be changed, E_LANGUAGE_SERVER for an edit that is not understood. */
export function plannedEdits(edit: WorkspaceEdit, folders: readonly string[]): PlannedEdits {
  const plan = new Plan(folders);
  for (const change of edit.documentChanges ?? []) plan.add(change);
  if (!edit.documentChanges)
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) plan.edit(uri, edits);
  return plan.result();
}

class Plan {
  readonly #folders: readonly string[];
  readonly #edits = new Map<string, TextEdit[]>();
  readonly #versions = new Map<string, number>();
  readonly #operations: FileOperation[] = [];
  readonly #created = new Set<string>();
  /** The path before the move by the path after it. */
  readonly #moved = new Map<string, string>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  add(change: DocumentChange): void {
    if (!('kind' in change)) this.edit(change.textDocument.uri, change.edits, change.textDocument.version);
    else if (change.kind === 'create') this.#create(change);
    else if (change.kind === 'rename') this.#rename(change);
    else this.#operations.push({ kind: 'delete', path: this.#path(change.uri) });
  }

  edit(uri: string, edits: TextDocumentEdit['edits'], version?: number | null): void {
    const after = this.#path(uri);
    const path = this.#moved.get(after) ?? after;
    const plain = edits.map((edit): TextEdit => {
      if ('newText' in edit) return { range: edit.range, newText: edit.newText };
      throw editorErrors.fail('E_LANGUAGE_SERVER', 'The language server answered a snippet, not a text.');
    });
    const known = this.#edits.get(path) ?? [];
    this.#edits.set(path, [...known, ...withoutRepeated(plain, known)]);
    if (typeof version === 'number') this.#versions.set(path, version);
  }

  result(): PlannedEdits {
    const edits = new Map(
      [...this.#edits].filter(([path, list]) => list.length > 0 && !this.#created.has(path)),
    );
    const operations = this.#operations.map((operation) => {
      if (operation.kind !== 'create') return operation;
      return { ...operation, text: applyTextEdits('', this.#edits.get(operation.path) ?? []) };
    });
    return { edits, versions: this.#versions, operations };
  }

  #create({ uri, options }: CreateFile): void {
    const path = this.#path(uri);
    if (options?.ignoreIfExists && !options.overwrite && existsSync(path)) return;
    this.#created.add(path);
    this.#operations.push({ kind: 'create', path, text: '' });
  }

  #rename({ oldUri, newUri, options }: RenameFile): void {
    const [from, to] = [this.#path(oldUri), this.#path(newUri)];
    this.#moved.set(to, this.#moved.get(from) ?? from);
    this.#operations.push({ kind: 'rename', from, to, overwrite: options?.overwrite ?? false });
  }

  #path(uri: string): string {
    const path = pathOf(uri);
    if (path === undefined)
      throw editorErrors.fail(
        'E_LANGUAGE_SERVER',
        `The language server changes ${uri}, which is not a file.`,
      );
    const folder = this.#folders.find((candidate) => isInside(candidate, path));
    const isProtected =
      folder !== undefined &&
      path
        .slice(folder.length)
        .split(sep)
        .some((part) => PROTECTED.has(part));
    if (folder !== undefined && !isProtected) return path;
    const message = `The change would edit ${path}, which is ${isProtected ? 'not part of the project' : 'outside the workspace'}.`;
    const hint = 'Nothing was changed. Choose a symbol whose uses are all in the workspace.';
    throw fileErrors.fail('E_OUTSIDE_WORKSPACE', message, { hint });
  }
}

/** TypeScript 7 replaces the name in `import { name as other }` once for each of its overloads. */
function withoutRepeated(edits: readonly TextEdit[], known: readonly TextEdit[]): readonly TextEdit[] {
  const before = new Set(known.map(keyOf));
  const seen = new Set<string>();
  return edits.filter((edit) => {
    const key = keyOf(edit);
    // Equal inserts at one place are all meant.
    const isRepeated = before.has(key) || (seen.has(key) && !isInsert(edit));
    seen.add(key);
    return !isRepeated;
  });
}

function isInsert({ range: { start, end } }: TextEdit): boolean {
  return start.line === end.line && start.character === end.character;
}

function keyOf({ range: { start, end }, newText }: TextEdit): string {
  return `${start.line}:${start.character}-${end.line}:${end.character} ${newText}`;
}
