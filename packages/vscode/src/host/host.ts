import type { Log } from '@molehill/core/log';
import type { EditorHost } from '@molehill/editor/host';
import type { Disposable } from 'vscode';
import { VscodeDebugHost } from './debug.ts';
import { vscodeLanguage } from './language.ts';
import { vscodeSettings } from './settings.ts';
import { vscodeTests } from './tests.ts';
import { vscodeVersionControl } from './version-control.ts';
import { vscodeWindow } from './window.ts';
import { vscodeWorkspace } from './workspace.ts';

/** The editor's tools over the window that this extension runs in. */
export class VscodeHost implements EditorHost, Disposable {
  readonly kind = 'vscode';
  readonly workspace = vscodeWorkspace();
  readonly settings = vscodeSettings();
  readonly window = vscodeWindow();
  readonly language = vscodeLanguage(this.workspace);
  readonly tests = vscodeTests();
  readonly versionControl = vscodeVersionControl();
  readonly debug: VscodeDebugHost;

  constructor(log: Log) {
    this.debug = new VscodeDebugHost(this.workspace, log);
  }

  /** The editor stays open when the tools are closed. */
  async close(): Promise<void> {
    await this.debug.close();
  }

  dispose(): void {
    this.debug.dispose();
  }
}
