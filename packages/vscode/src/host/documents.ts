import { readFile } from 'node:fs/promises';
import { editorErrors } from '@molehill/editor/errors';
import * as vscode from 'vscode';
import { uriOf } from './paths.ts';

/** VS Code hears of a change on the disk from its file watcher. */
const RELOADED_MS = 3_000;

/** As the editor has it, and as the disk has it where it has no unsaved changes. E_FILE_NOT_FOUND. */
export async function openDocument(path: string): Promise<vscode.TextDocument> {
  const document = await open(path);
  if (!document.isDirty && !(await isAsOnDisk(document, path))) await reloaded(document, path);
  return document;
}

async function open(path: string): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uriOf(path));
  } catch (cause) {
    throw editorErrors.fail('E_FILE_NOT_FOUND', `${path} cannot be read.`, { cause });
  }
}

/** Line ends are those of the editor, which has one kind in a file. A file in another encoding is not compared. */
async function isAsOnDisk(document: vscode.TextDocument, path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes || document.encoding !== 'utf8') return true;
  return withLineFeeds(bytes.toString()) === withLineFeeds(document.getText());
}

function withLineFeeds(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

/** Goes on with the present text where VS Code does not load the file again. */
async function reloaded(document: vscode.TextDocument, path: string): Promise<void> {
  const deadline = performance.now() + RELOADED_MS;
  while (performance.now() < deadline) {
    await nextChange(document, Math.min(250, deadline - performance.now()));
    if (document.isClosed || document.isDirty || (await isAsOnDisk(document, path))) return;
  }
}

function nextChange(document: vscode.TextDocument, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(end, withinMs);
    const listener = vscode.workspace.onDidChangeTextDocument(
      (event) => event.document === document && end(),
    );
  });
}
