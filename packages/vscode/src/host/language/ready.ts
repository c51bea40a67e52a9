import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type { LanguageContext } from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import { openDocument } from '../documents.ts';
import { uriOf } from '../paths.ts';
import { activateServer, isTypeScript } from './extensions.ts';
import { loadProject } from './typescript.ts';

const READY_MS = 30_000;
/** A server that loads a project answers something else after this time. */
const BETWEEN_MS = { known: 50, unknown: 500 };
const MOST_OPEN = 200;
const MOST_SEARCHED = 5_000;
export const SOURCES = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';

/** Opens a file with its extension active. E_FILE_NOT_FOUND, E_NO_LANGUAGE_SERVER. */
export async function prepare(path: string, { signal }: LanguageContext): Promise<vscode.TextDocument> {
  const document = await openDocument(path);
  await within(activateServer(document.languageId), signal);
  return document;
}

/** Runs a command of VS Code. E_LANGUAGE_SERVER with its message. */
export async function ask<T>(
  { signal }: LanguageContext,
  command: string,
  ...args: readonly unknown[]
): Promise<T | undefined> {
  try {
    return await within(vscode.commands.executeCommand<T | undefined>(command, ...args), signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw editorErrors.fail('E_LANGUAGE_SERVER', messageOf(cause), { cause });
  }
}

/**
 * An answer from the whole project. While it loads, answers have fewer places without an error, so it is asked for until
 * two answers agree. `names` are looked for in files that no project includes. E_LSP_NOT_READY.
 */
export async function askProject<T>(
  document: vscode.TextDocument,
  names: readonly string[],
  context: LanguageContext,
  question: () => Promise<T>,
): Promise<T> {
  const { signal } = context;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READY_MS)]);
  try {
    const isKnown = await within(load(document, names), limit);
    const waitMs = isKnown ? BETWEEN_MS.known : BETWEEN_MS.unknown;
    let last = await question();
    for (;;) {
      await sleep(waitMs, undefined, { signal: limit });
      const next = await question();
      if (JSON.stringify(next) === JSON.stringify(last)) return next;
      last = next;
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (!limit.aborted) throw cause;
    const message = `The project of ${document.uri.fsPath} is still loading after ${READY_MS / 1000} s.`;
    throw editorErrors.fail('E_LSP_NOT_READY', message, { cause });
  }
}

/** Whether it is known that the project is loaded. */
async function load(document: vscode.TextDocument, names: readonly string[]): Promise<boolean> {
  if (!isTypeScript(document.languageId)) return false;
  await openUses(names);
  return await loadProject(document.uri);
}

/** TypeScript knows files of no project, and those of projects that nothing refers to, only while they are open. */
async function openUses(names: readonly string[]): Promise<void> {
  for (const path of (await filesWith(names)).slice(0, MOST_OPEN))
    await vscode.workspace.openTextDocument(uriOf(path)).then(undefined, () => undefined);
}

/** Source files that contain one of the names, and others that are wanted. */
export async function filesWith(
  names: readonly string[],
  isWanted: (path: string) => boolean = () => false,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const files = await vscode.workspace.findFiles(SOURCES, '**/node_modules/**', MOST_SEARCHED);
  const found: string[] = [];
  for (const { fsPath: path } of files) {
    const text = isWanted(path) ? undefined : await readFile(path, 'utf8').catch(() => '');
    if (text === undefined || names.some((name) => text.includes(name))) found.push(path);
  }
  return found;
}

async function within<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
