import type { LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import type { Diagnostic } from 'vscode-languageserver-types';
import { lspDiagnostic } from './convert.ts';
import { isTypeScript } from './extensions.ts';
import { prepare } from './ready.ts';
import { checkFile } from './typescript.ts';

interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly settled: boolean;
}

/** Problems as the window shows them, and TypeScript's also of files that are in no tab. */
export class Diagnostics implements vscode.Disposable {
  /** The version of each document that was last checked. */
  readonly #checked = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    const keys = new Set(uris.map(String));
    for (const { uri, version } of vscode.workspace.textDocuments)
      if (keys.has(String(uri))) this.#checked.set(String(uri), version);
    this.#changed.fire();
  });

  readonly read: LanguageHost['diagnostics'] = async (paths, { waitMs }, context) => {
    const deadline = performance.now() + waitMs;
    const files = [];
    let settled = true;
    for (const path of paths) {
      const found = await this.#check(path, deadline, context);
      files.push({ path, diagnostics: found.diagnostics });
      settled &&= found.settled;
    }
    return { files, settled };
  };

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  async #check(path: string, deadline: number, context: LanguageContext): Promise<Checked> {
    const document = await prepare(path, context);
    const shown = () => vscode.languages.getDiagnostics(document.uri).map(lspDiagnostic);
    const own = isTypeScript(document.languageId) ? await checkFile(document.uri) : undefined;
    context.signal.throwIfAborted();
    if (own) {
      const others = shown().filter(({ source }) => source !== 'ts' && source !== 'js');
      return { diagnostics: [...own, ...others], settled: true };
    }
    const settled = await this.#settled(document, deadline);
    return { diagnostics: shown(), settled };
  }

  /** Extensions say nothing of a file without problems that they have checked. */
  async #settled(document: vscode.TextDocument, deadline: number): Promise<boolean> {
    const isChecked = () => this.#checked.get(String(document.uri)) === document.version;
    while (!isChecked()) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        const listener = this.#changed.event(() => {
          clearTimeout(timer);
          listener.dispose();
          resolve();
        });
      });
    }
    return true;
  }
}
