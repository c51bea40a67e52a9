import type { Caller } from '@molehill/core/caller';
import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Ask } from '@molehill/core/question';
import * as vscode from 'vscode';
import type { OpenWindow } from '../open-tools.ts';

/** As in `contributes.languageModelTools`, which is generated from the catalogue. */
const PREFIX = 'molehill_';

export interface LanguageModelOptions {
  /** The declared tools of the extension's manifest. */
  readonly declared: readonly { readonly name: string; readonly displayName: string }[];
  readonly log: Log;
  readonly ask: Ask;
  /** Undefined where the window could not be opened. */
  opened(): Promise<OpenWindow | undefined>;
}

/** Offers the tools to VS Code's own agent. An editor without that API has none; a tool that fails leaves the others. */
export function registerLanguageModelTools(options: LanguageModelOptions): vscode.Disposable[] {
  if (typeof vscode.lm?.registerTool !== 'function') return [];
  return options.declared.flatMap(({ name, displayName }) => {
    try {
      return [vscode.lm.registerTool(name, new LanguageModelTool(name, displayName, options))];
    } catch (error) {
      options.log.error({ err: error, tool: name }, 'a tool could not be registered');
      return [];
    }
  });
}

class LanguageModelTool implements vscode.LanguageModelTool<object> {
  readonly #name: string;
  readonly #title: string;
  readonly #options: LanguageModelOptions;

  constructor(declared: string, title: string, options: LanguageModelOptions) {
    this.#name = declared.slice(PREFIX.length);
    this.#title = title;
    this.#options = options;
  }

  prepareInvocation(): vscode.PreparedToolInvocation {
    return { invocationMessage: this.#title };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(await this.#call(input, token)),
    ]);
  }

  /** What a model reads; an error is a text too, because the agent is to read its hint. */
  async #call(input: object, token: vscode.CancellationToken): Promise<string> {
    const open = await this.#options.opened();
    if (!open) return '[E_INTERNAL] Molehill could not start. — The output channel Molehill says why.';
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    try {
      const entry = open.catalogue.find(this.#name);
      const { ask } = this.#options;
      const caller = callerOf(open.folders);
      const { text } = await open.runtime.dispatcher.call({
        entry,
        input,
        caller,
        signal: abort.signal,
        ask,
      });
      return text;
    } catch (error) {
      return `[E_INTERNAL] ${messageOf(error)}`;
    } finally {
      cancelled.dispose();
    }
  }
}

/** VS Code names no conversation, so all of them share their sessions. */
function callerOf(workspace: readonly string[]): Caller {
  return { id: 'language-model', frontend: 'editor', client: 'VS Code', isShared: true, workspace };
}
