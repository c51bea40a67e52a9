import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver-protocol';
import type { Method } from './messages.ts';

/** What the client understands. */
export const clientCapabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true, showMessage: {} },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create', 'rename', 'delete'],
      failureHandling: 'abort',
    },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    fileOperations: { willRename: true },
    symbol: {},
    executeCommand: {},
  },
  textDocument: {
    synchronization: {},
    publishDiagnostics: { versionSupport: true, relatedInformation: true },
    diagnostic: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: {},
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    rename: { prepareSupport: true, prepareSupportDefaultBehavior: 1 },
    callHierarchy: {},
    typeHierarchy: {},
    formatting: {},
    rangeFormatting: {},
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'quickfix', 'refactor', 'source'] } },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
};

const providers: Readonly<Partial<Record<Method, (server: ServerCapabilities) => unknown>>> = {
  'textDocument/documentSymbol': (server) => server.documentSymbolProvider,
  'workspace/symbol': (server) => server.workspaceSymbolProvider,
  'textDocument/hover': (server) => server.hoverProvider,
  'textDocument/signatureHelp': (server) => server.signatureHelpProvider,
  'textDocument/definition': (server) => server.definitionProvider,
  'textDocument/typeDefinition': (server) => server.typeDefinitionProvider,
  'textDocument/implementation': (server) => server.implementationProvider,
  'textDocument/references': (server) => server.referencesProvider,
  'textDocument/prepareCallHierarchy': (server) => server.callHierarchyProvider,
  'textDocument/prepareTypeHierarchy': (server) => server.typeHierarchyProvider,
  'textDocument/rename': (server) => server.renameProvider,
  'textDocument/prepareRename': ({ renameProvider }) =>
    typeof renameProvider === 'object' && renameProvider.prepareProvider,
  'workspace/willRenameFiles': (server) => server.workspace?.fileOperations?.willRename,
  'textDocument/codeAction': (server) => server.codeActionProvider,
  'codeAction/resolve': ({ codeActionProvider }) =>
    typeof codeActionProvider === 'object' && codeActionProvider.resolveProvider,
  'textDocument/formatting': (server) => server.documentFormattingProvider,
  'textDocument/rangeFormatting': (server) => server.documentRangeFormattingProvider,
  'textDocument/diagnostic': (server) => server.diagnosticProvider,
};

/** `registered`: the methods that the server registered later. */
export function isSupported(
  method: Method,
  server: ServerCapabilities,
  registered: ReadonlySet<string>,
): boolean {
  const provider = providers[method];
  return !provider || Boolean(provider(server)) || registered.has(method);
}
