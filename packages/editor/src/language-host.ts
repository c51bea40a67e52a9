import type {
  Diagnostic,
  DocumentSymbol,
  Position,
  Range,
  SymbolKind,
  TextEdit,
} from 'vscode-languageserver-types';
import type { HostContext } from './host-context.ts';
import type { WorkspaceChange } from './workspace-change.ts';

export type LanguageContext = HostContext;

/** Lines and UTF-16 columns start at 0, as in LSP. */
export interface FilePosition {
  readonly path: string;
  readonly position: Position;
}

export interface FileRange {
  readonly path: string;
  readonly range: Range;
}

export interface FoundSymbol extends FileRange {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container?: string;
}

export interface FoundSymbols {
  readonly symbols: readonly FoundSymbol[];
  /** Servers of the workspace that could not answer, and why. */
  readonly unsearched: readonly { readonly server: string; readonly reason: string }[];
}

/** A function in a call hierarchy, or a type in a type hierarchy. */
export interface HierarchyItem extends FileRange {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string;
  /** The range of its name. */
  readonly selectionRange: Range;
  /** The host's own object. */
  readonly native: unknown;
}

export interface Call {
  readonly item: HierarchyItem;
  /** Where it is called: in the caller for incoming calls, in the given item for outgoing ones. */
  readonly ranges: readonly Range[];
}

export interface HostCodeAction {
  readonly title: string;
  readonly kind?: string;
  readonly isPreferred: boolean;
  /** Why it cannot be applied now. */
  readonly disabled?: string;
  /** Present where the edit is known without asking again. */
  readonly edits?: number;
  readonly native: unknown;
}

export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** The edits of imports, at the paths before the moves. */
export interface MovePlan extends WorkspaceChange {
  /** Sentences about what was not updated. */
  readonly notes?: readonly string[];
}

export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LanguageServerState {
  readonly name: string;
  readonly languages: readonly string[];
  readonly folder: string;
  readonly state: 'starting' | 'loading' | 'ready' | 'stopped';
  readonly version?: string;
  readonly pid?: number;
  readonly rssBytes?: number;
}

/**
 * Language servers, shaped like LSP. A file that was written a moment ago is seen. Each answers E_NO_LANGUAGE_SERVER
 * where nothing serves the file, E_LSP_NOT_READY where the project is still loading after the wait,
 * E_UNSUPPORTED_CAPABILITY where the server lacks the request, and E_LANGUAGE_SERVER with the server's own message.
 */
export interface LanguageHost {
  servers(): readonly LanguageServerState[];
  /** The language id of a file by its name. */
  languageOf(path: string): string | undefined;
  /** The name of the server for files of this name, whether it runs or not. */
  serverOf(path: string): string | undefined;
  documentSymbols(path: string, context: LanguageContext): Promise<readonly DocumentSymbol[]>;
  /** In all servers of the workspace. Fails where none can answer. */
  workspaceSymbols(query: string, context: LanguageContext): Promise<FoundSymbols>;
  /** Markdown. */
  hover(at: FilePosition, context: LanguageContext): Promise<string | undefined>;
  /** The signatures of the call around the position. */
  signatures(at: FilePosition, context: LanguageContext): Promise<readonly string[]>;
  locations(
    kind: 'definition' | 'typeDefinition' | 'implementation',
    at: FilePosition,
    context: LanguageContext,
  ): Promise<readonly FileRange[]>;
  /** Waits for the whole project. */
  references(
    at: FilePosition,
    options: { readonly includeDeclaration: boolean },
    context: LanguageContext,
  ): Promise<readonly FileRange[]>;
  callHierarchy(at: FilePosition, context: LanguageContext): Promise<readonly HierarchyItem[]>;
  calls(
    item: HierarchyItem,
    direction: 'incoming' | 'outgoing',
    context: LanguageContext,
  ): Promise<readonly Call[]>;
  typeHierarchy(at: FilePosition, context: LanguageContext): Promise<readonly HierarchyItem[]>;
  types(
    item: HierarchyItem,
    direction: 'supertypes' | 'subtypes',
    context: LanguageContext,
  ): Promise<readonly HierarchyItem[]>;
  /** What would be renamed. E_RENAME_REJECTED with the server's reason. */
  prepareRename(
    at: FilePosition,
    context: LanguageContext,
  ): Promise<{ readonly range: Range; readonly name: string }>;
  /** Waits for the whole project. Outside names are kept (`export { new as old }`). E_RENAME_REJECTED. */
  rename(at: FilePosition, newName: string, context: LanguageContext): Promise<WorkspaceChange>;
  /** Undefined where nothing updates imports of these files. */
  willRenameFiles(moves: readonly FileMove[], context: LanguageContext): Promise<MovePlan | undefined>;
  codeActions(
    range: FileRange,
    kinds: readonly string[] | undefined,
    context: LanguageContext,
  ): Promise<readonly HostCodeAction[]>;
  /** What an action changes. A command of the server is run, and the edits it asks for are collected. */
  resolveAction(
    action: HostCodeAction,
    context: LanguageContext,
  ): Promise<{ readonly changes: readonly WorkspaceChange[]; readonly commands: readonly string[] }>;
  format(path: string, range: Range | undefined, context: LanguageContext): Promise<readonly TextEdit[]>;
  /** `settled` is false where a server had not finished checking after `waitMs`. */
  diagnostics(
    paths: readonly string[],
    options: { readonly waitMs: number },
    context: LanguageContext,
  ): Promise<{ readonly files: readonly FileDiagnostics[]; readonly settled: boolean }>;
}
