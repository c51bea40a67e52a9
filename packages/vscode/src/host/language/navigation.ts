import { isMolehillError } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type {
  FilePosition,
  FoundSymbols,
  LanguageContext,
  LanguageHost,
} from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import { documentSymbol, fileRanges, foundSymbol, hoverText, positionOf } from './convert.ts';
import { isTypeScript, languageOf, serving } from './extensions.ts';
import { ask, askProject, prepare } from './ready.ts';

type Navigation = Pick<
  LanguageHost,
  'documentSymbols' | 'workspaceSymbols' | 'hover' | 'signatures' | 'locations' | 'references'
>;
type Places = readonly (vscode.Location | vscode.LocationLink)[];

const COMMANDS = {
  definition: 'vscode.executeDefinitionProvider',
  typeDefinition: 'vscode.executeTypeDefinitionProvider',
  implementation: 'vscode.executeImplementationProvider',
};
const MOST_LISTED = 2_000;
const SKIPPED = '**/{node_modules,dist,build,out,.git}/**';

export function navigation(): Navigation {
  return {
    documentSymbols: async (path, context) => {
      const { uri } = await prepare(path, context);
      type Found = readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[];
      return ((await ask<Found>(context, 'vscode.executeDocumentSymbolProvider', uri)) ?? []).map(
        documentSymbol,
      );
    },
    hover: async (at, context) =>
      hoverText((await askAt<readonly vscode.Hover[]>(at, context, 'vscode.executeHoverProvider')) ?? []),
    signatures: async (at, context) => {
      const help = await askAt<vscode.SignatureHelp>(at, context, 'vscode.executeSignatureHelpProvider');
      return help?.signatures.map(({ label }) => label) ?? [];
    },
    locations: async (kind, at, context) => {
      const places = () => askAt<Places>(at, context, COMMANDS[kind]);
      if (kind !== 'implementation') return fileRanges((await places()) ?? []);
      const document = await prepare(at.path, context);
      return fileRanges((await askProject(document, namesAt(document, at), context, places)) ?? []);
    },
    references: async (at, { includeDeclaration }, context) => {
      const document = await prepare(at.path, context);
      const places = () => askAt<Places>(at, context, 'vscode.executeReferenceProvider');
      const all = fileRanges((await askProject(document, namesAt(document, at), context, places)) ?? []);
      if (includeDeclaration) return all;
      const declared = fileRanges((await askAt<Places>(at, context, COMMANDS.definition)) ?? []);
      const keys = new Set(declared.map((each) => JSON.stringify(each)));
      return all.filter((each) => !keys.has(JSON.stringify(each)));
    },
    workspaceSymbols: searchSymbols,
  };
}

/** The extension that serves files of this name. */
export function serverOf(path: string): string | undefined {
  const language = languageOf(path);
  return language === undefined ? undefined : serving(language)[0]?.id;
}

async function askAt<T>({ path, position }: FilePosition, context: LanguageContext, command: string) {
  const { uri } = await prepare(path, context);
  return await ask<T>(context, command, uri, positionOf(position));
}

function namesAt(document: vscode.TextDocument, { position }: FilePosition): string[] {
  const range = document.getWordRangeAtPosition(positionOf(position));
  return range ? [document.getText(range)] : [];
}

/** Servers search the projects of open files. */
async function searchSymbols(query: string, context: LanguageContext): Promise<FoundSymbols> {
  const unsearched: { server: string; reason: string }[] = [];
  const documents: vscode.TextDocument[] = [];
  for (const [server, path] of await samples())
    try {
      documents.push(await prepare(path, context));
    } catch (error) {
      if (!isMolehillError(error)) throw error;
      unsearched.push({ server, reason: `${error.message} ${error.hint}` });
    }
  const first = documents.find(({ languageId }) => isTypeScript(languageId)) ?? documents[0];
  if (!first) throw noServer(unsearched.map(({ reason }) => reason));
  type Found = readonly vscode.SymbolInformation[];
  const search = () => ask<Found>(context, 'vscode.executeWorkspaceSymbolProvider', query);
  const found = (await askProject(first, query === '' ? [] : [query], context, search)) ?? [];
  return { symbols: found.flatMap(foundSymbol), unsearched };
}

function noServer(reasons: readonly string[]) {
  const message = ['No extension of this window serves a file of the workspace.', ...reasons].join(' ');
  return editorErrors.fail('E_NO_LANGUAGE_SERVER', message, { hint: 'Search the text of the files.' });
}

/** A file of each language of the workspace that an extension serves. */
async function samples(): Promise<ReadonlyMap<string, string>> {
  const files = await vscode.workspace.findFiles('**/*', SKIPPED, MOST_LISTED);
  const byServer = new Map<string, string>();
  for (const { fsPath } of files) {
    const server = serverOf(fsPath);
    if (server !== undefined && !byServer.has(server)) byServer.set(server, fsPath);
  }
  return byServer;
}
