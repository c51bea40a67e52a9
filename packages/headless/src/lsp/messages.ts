import type * as lsp from 'vscode-languageserver-protocol';

type Hierarchy<Item> = { readonly item: Item };

/** Parameters and result of the requests that the client sends. */
export interface Requests {
  initialize: [lsp.InitializeParams, lsp.InitializeResult];
  'textDocument/documentSymbol': [
    lsp.DocumentSymbolParams,
    lsp.DocumentSymbol[] | lsp.SymbolInformation[] | null,
  ];
  'workspace/symbol': [lsp.WorkspaceSymbolParams, (lsp.SymbolInformation | lsp.WorkspaceSymbol)[] | null];
  'textDocument/hover': [lsp.HoverParams, lsp.Hover | null];
  'textDocument/signatureHelp': [lsp.SignatureHelpParams, lsp.SignatureHelp | null];
  'textDocument/definition': [lsp.DefinitionParams, lsp.Definition | lsp.DefinitionLink[] | null];
  'textDocument/typeDefinition': [lsp.TypeDefinitionParams, lsp.Definition | lsp.DefinitionLink[] | null];
  'textDocument/implementation': [lsp.ImplementationParams, lsp.Definition | lsp.DefinitionLink[] | null];
  'textDocument/references': [lsp.ReferenceParams, lsp.Location[] | null];
  'textDocument/prepareCallHierarchy': [lsp.CallHierarchyPrepareParams, lsp.CallHierarchyItem[] | null];
  'callHierarchy/incomingCalls': [Hierarchy<lsp.CallHierarchyItem>, lsp.CallHierarchyIncomingCall[] | null];
  'callHierarchy/outgoingCalls': [Hierarchy<lsp.CallHierarchyItem>, lsp.CallHierarchyOutgoingCall[] | null];
  'textDocument/prepareTypeHierarchy': [lsp.TypeHierarchyPrepareParams, lsp.TypeHierarchyItem[] | null];
  'typeHierarchy/supertypes': [Hierarchy<lsp.TypeHierarchyItem>, lsp.TypeHierarchyItem[] | null];
  'typeHierarchy/subtypes': [Hierarchy<lsp.TypeHierarchyItem>, lsp.TypeHierarchyItem[] | null];
  'textDocument/prepareRename': [lsp.PrepareRenameParams, lsp.PrepareRenameResult | null];
  'textDocument/rename': [lsp.RenameParams, lsp.WorkspaceEdit | null];
  'workspace/willRenameFiles': [lsp.RenameFilesParams, lsp.WorkspaceEdit | null];
  'textDocument/codeAction': [lsp.CodeActionParams, (lsp.Command | lsp.CodeAction)[] | null];
  'codeAction/resolve': [lsp.CodeAction, lsp.CodeAction];
  'workspace/executeCommand': [lsp.ExecuteCommandParams, unknown];
  'textDocument/formatting': [lsp.DocumentFormattingParams, lsp.TextEdit[] | null];
  'textDocument/rangeFormatting': [lsp.DocumentRangeFormattingParams, lsp.TextEdit[] | null];
  'textDocument/diagnostic': [lsp.DocumentDiagnosticParams, lsp.DocumentDiagnosticReport];
  /** TypeScript only. `configFilePath` is empty for a file of no project. */
  'custom/projectInfo': [{ textDocument: lsp.TextDocumentIdentifier }, { configFilePath?: string }];
}

export type Method = keyof Requests;

export interface Notifications {
  initialized: lsp.InitializedParams;
  'textDocument/didOpen': lsp.DidOpenTextDocumentParams;
  'textDocument/didChange': lsp.DidChangeTextDocumentParams;
  'textDocument/didClose': lsp.DidCloseTextDocumentParams;
  'workspace/didChangeWatchedFiles': lsp.DidChangeWatchedFilesParams;
}
