import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInside } from '@molehill/core/files/inside';
import type { FileMove, LanguageContext } from '@molehill/editor/language-host';
import type { AppliedChange, ApplyOptions } from '@molehill/editor/workspace-change';
import * as vscode from 'vscode';
import { ImportSetting } from './import-setting.ts';
import { isTypeScript, languageOf } from './language/extensions.ts';
import { askProject, filesWith, prepare, SOURCES } from './language/ready.ts';
import { pathOf, uriOf } from './paths.ts';

type ImportEdits = NonNullable<AppliedChange['importEdits']>;

/** How long VS Code may take for the first edit after the move, where a file seems to import a moved one or not. */
const FIRST_EDIT_MS = { expected: 10_000, unexpected: 1_000 };
/** It edits all files at once; other extensions may follow. */
const QUIET_MS = 400;
const STEP_MS = 50;

/** VS Code updates imports after it has moved a file, by extensions that hear of the move. */
export class ImportUpdates {
  readonly #setting: ImportSetting;

  constructor(storage: string) {
    this.#setting = new ImportSetting(storage);
  }

  repair(): Promise<void> {
    return this.#setting.repair();
  }

  /** Loads the projects of the files, without which their imports would be forgotten. */
  async plan(moves: readonly FileMove[], context: LanguageContext): Promise<'when-applied' | undefined> {
    const sources = await sourcesIn(moves);
    if (sources.length === 0) return undefined;
    for (const path of sources) {
      const document = await prepare(path, context);
      await askProject(document, moves.map(moduleName), context, async () => true);
    }
    return 'when-applied';
  }

  /** The edits that followed the moves, saved where the options want it. */
  async during(
    moves: readonly FileMove[],
    { updateImports, save, signal }: ApplyOptions,
    work: () => Promise<void>,
  ): Promise<ImportEdits> {
    if ((await sourcesIn(moves)).length === 0) return await work().then(() => []);
    if (updateImports !== true) return await this.#setting.during('never', work).then(() => []);
    const expected = await isImported(moves);
    return await this.#setting.during('always', async () => {
      const edits = new ObservedEdits();
      try {
        await work();
        edits.start();
        await edits.settled(expected ? FIRST_EDIT_MS.expected : FIRST_EDIT_MS.unexpected, signal);
        if (save) await edits.save();
        return edits.list();
      } finally {
        edits.dispose();
      }
    });
  }
}

/** Edits of documents while it listens. */
class ObservedEdits implements vscode.Disposable {
  readonly #documents = new Map<vscode.TextDocument, number>();
  #lastAt = 0;
  #isStarted = false;
  readonly #listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (!this.#isStarted || contentChanges.length === 0 || pathOf(document.uri) === undefined) return;
    this.#documents.set(document, (this.#documents.get(document) ?? 0) + contentChanges.length);
    this.#lastAt = performance.now();
  });

  start(): void {
    this.#isStarted = true;
  }

  async settled(firstMs: number, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + firstMs;
    const isWaiting = () =>
      this.#documents.size === 0 ? performance.now() < deadline : performance.now() - this.#lastAt < QUIET_MS;
    while (isWaiting() && !signal.aborted) await sleep(STEP_MS);
  }

  async save(): Promise<void> {
    for (const document of this.#documents.keys()) if (document.isDirty) await document.save();
  }

  list(): ImportEdits {
    return [...this.#documents].map(([{ uri }, edits]) => ({ path: uri.fsPath, edits }));
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

/** A file of each move that TypeScript serves. */
async function sourcesIn(moves: readonly FileMove[]): Promise<readonly string[]> {
  return (await Promise.all(moves.map(sourceIn))).filter((path) => path !== undefined);
}

/** A file that TypeScript serves: itself, or one in a folder. */
async function sourceIn({ from }: FileMove): Promise<string | undefined> {
  if (!statSync(from).isDirectory()) return isTypeScript(languageOf(from)) ? from : undefined;
  const pattern = new vscode.RelativePattern(uriOf(from), SOURCES);
  const [found] = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 1);
  return found?.fsPath;
}

/** What an import of the file contains: `index.ts` is imported by the name of its folder. */
function moduleName({ from }: FileMove): string {
  const [stem = ''] = basename(from, extname(from)).split('.');
  return stem === 'index' ? basename(dirname(from)) : stem;
}

const RELATIVE_IMPORT = /(from|import|require)\s*\(?\s*['"]\.{1,2}\//;

/** Whether another file seems to import a moved one, or a moved one imports others by their place. */
async function isImported(moves: readonly FileMove[]): Promise<boolean> {
  const isMoved = (path: string) => moves.some(({ from }) => isInside(from, path));
  const names = moves.map(moduleName);
  const mentions = new RegExp(`['"/](${names.map(escaped).join('|')})(['"/.])`);
  for (const path of await filesWith(names, isMoved)) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (mentions.test(text) || (isMoved(path) && RELATIVE_IMPORT.test(text))) return true;
  }
  return false;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
