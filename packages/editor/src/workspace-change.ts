import type { TextEdit } from 'vscode-languageserver-types';

/** Edits of one file that exists, at its path before any file is moved. */
export interface FileEdits {
  readonly path: string;
  /** As in LSP: lines and UTF-16 columns of the text before all of them, without overlap. */
  readonly edits: readonly TextEdit[];
  /** `hashOf` the text that the edits were planned on. */
  readonly basis: string;
}

export type FileOperation =
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  /** A file or a folder. */
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly overwrite: boolean }
  | { readonly kind: 'delete'; readonly path: string };

/** What a refactoring changes: first the edits, then the operations in order. */
export interface WorkspaceChange {
  readonly edits: readonly FileEdits[];
  readonly operations: readonly FileOperation[];
}

export interface ApplyOptions {
  readonly signal: AbortSignal;
  /** Whether the edited files are saved; a host without unsaved files always does. */
  readonly save: boolean;
  /** What to do with unsaved changes of a file that is touched. */
  readonly dirty: 'refuse' | 'save';
  /** Whether a host that updates imports itself does so for the files that this change moves. */
  readonly updateImports?: boolean;
}

export interface AppliedChange {
  readonly saved: boolean;
  /** Files whose imports the host updated itself, by their paths after the change. */
  readonly importEdits?: readonly { readonly path: string; readonly edits: number }[];
}
