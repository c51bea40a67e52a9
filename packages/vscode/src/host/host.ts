import type { Log } from '@molehill/core/log';
import type { EditorHost, WorkspaceHost } from '@molehill/editor/host';
import type { Disposable } from 'vscode';
import { VscodeDebugHost } from './debug.ts';
import { ImportUpdates } from './import-updates.ts';
import { type VscodeLanguageHost, vscodeLanguage } from './language.ts';
import { vscodeSettings } from './settings.ts';
import { vscodeTests } from './tests.ts';
import { vscodeVersionControl } from './version-control.ts';
import { vscodeWindow } from './window.ts';
import { vscodeWorkspace } from './workspace.ts';

/** The editor's tools over the window that this extension runs in. */
export class VscodeHost implements EditorHost, Disposable {
  readonly kind = 'vscode';
  readonly workspace: WorkspaceHost;
  readonly settings = vscodeSettings();
  readonly window = vscodeWindow();
  readonly language: VscodeLanguageHost;
  readonly tests = vscodeTests();
  readonly versionControl = vscodeVersionControl();
  readonly debug: VscodeDebugHost;

  /** `storage` is a folder that the windows share. */
  constructor(log: Log, storage: string) {
    const imports = new ImportUpdates(storage);
    void imports.repair().catch((error: unknown) => log.warn({ err: error }, 'a setting was not put back'));
    this.workspace = vscodeWorkspace(imports);
    this.language = vscodeLanguage(this.workspace, imports);
    this.debug = new VscodeDebugHost(this.workspace, log);
  }

  /** The editor stays open when the tools are closed. */
  async close(): Promise<void> {
    await this.debug.close();
  }

  dispose(): void {
    this.debug.dispose();
    this.language.dispose();
  }
}
