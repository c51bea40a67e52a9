import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathAfter } from '@molehill/editor/code/change-files';
import type { FileOperation } from '@molehill/editor/workspace-change';
import * as vscode from 'vscode';
import { uriOf } from './paths.ts';

interface OldText {
  readonly path: string;
  readonly text: string;
}

/** What a change is about to replace, so that it can be put back. */
export class Restoration {
  readonly #texts: readonly OldText[];
  readonly #operations: readonly FileOperation[];
  /** Copies of what is deleted or replaced, by path. */
  readonly #copies: ReadonlyMap<string, string>;
  readonly #folder: string | undefined;

  static async prepare(
    documents: readonly vscode.TextDocument[],
    operations: readonly FileOperation[],
  ): Promise<Restoration> {
    const lost = operations.flatMap((one) => {
      if (one.kind === 'delete') return [one.path];
      return one.kind === 'rename' && one.overwrite && existsSync(one.to) ? [one.to] : [];
    });
    const folder = lost.length > 0 ? await mkdtemp(join(tmpdir(), 'molehill-change-')) : undefined;
    const copies = new Map(lost.map((path, index) => [path, join(folder ?? '', String(index))]));
    for (const [path, copy] of copies) await cp(path, copy, { recursive: true });
    const texts = documents.map((document) => ({ path: document.uri.fsPath, text: document.getText() }));
    return new Restoration(texts, operations, copies, folder);
  }

  private constructor(
    texts: readonly OldText[],
    operations: readonly FileOperation[],
    copies: ReadonlyMap<string, string>,
    folder: string | undefined,
  ) {
    this.#texts = texts;
    this.#operations = operations;
    this.#copies = copies;
    this.#folder = folder;
  }

  /** Where the edited files are after the change. */
  get pathsAfter(): readonly string[] {
    return this.#texts.flatMap(({ path }) => pathAfter(this.#operations, path) ?? []);
  }

  /** The paths that could not be restored. */
  async restore(): Promise<readonly string[]> {
    const failed: string[] = [];
    const attempt = async (path: string, work: () => Promise<void>) => work().catch(() => failed.push(path));
    for (const operation of this.#operations.toReversed()) {
      if (operation.kind === 'rename') await attempt(operation.from, () => moveBack(operation));
      if (operation.kind === 'create')
        await attempt(operation.path, () => rm(operation.path, { force: true }));
    }
    for (const [path, copy] of this.#copies)
      await attempt(path, () => cp(copy, path, { recursive: true, force: true }));
    for (const old of this.#texts) await attempt(old.path, () => restoreText(old));
    return failed;
  }

  async close(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}

async function moveBack({ from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  if (!existsSync(from) && existsSync(to)) await rename(to, from);
}

async function restoreText({ path, text }: OldText): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uriOf(path));
  if (document.getText() !== text) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error('not restored');
  }
  if (document.isDirty && !(await document.save())) await revert(document);
}

/** A file that cannot be written has its old content on the disk. */
async function revert(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
}
