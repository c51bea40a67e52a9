import { basename, extname } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import * as vscode from 'vscode';

/** Extensions with a language server, the first of which is proposed where none is installed. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  typescript: ['vscode.typescript-language-features'],
  typescriptreact: ['vscode.typescript-language-features'],
  javascript: ['vscode.typescript-language-features'],
  javascriptreact: ['vscode.typescript-language-features'],
  python: ['ms-python.python', 'ms-python.vscode-pylance', 'detachhead.basedpyright', 'ms-pyright.pyright'],
  go: ['golang.go'],
  rust: ['rust-lang.rust-analyzer'],
  c: ['llvm-vs-code-extensions.vscode-clangd', 'ms-vscode.cpptools'],
  cpp: ['llvm-vs-code-extensions.vscode-clangd', 'ms-vscode.cpptools'],
  java: ['redhat.java'],
  csharp: ['ms-dotnettools.csharp'],
  ruby: ['shopify.ruby-lsp'],
  php: ['bmewburn.vscode-intelephense-client'],
};

/** VS Code knows the language of these, and has no grammar of them where the extension is missing. */
const EXTENSIONS: Readonly<Record<string, string>> = { '.py': 'python', '.go': 'go', '.rs': 'rust' };

/** Text, of which no server knows symbols. */
const TEXT: ReadonlySet<string> = new Set(['plaintext', 'markdown', 'log', 'git-commit', 'ignore']);

const TYPESCRIPT = /^(type|java)script(react)?$/;

export function isTypeScript(language: string | undefined): boolean {
  return language !== undefined && TYPESCRIPT.test(language);
}

interface LanguageContribution {
  readonly id: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
}

let contributed: ReadonlyMap<string, string> | undefined;

/** The language id by the name of a file, where an extension could serve it. */
export function languageOf(path: string): string | undefined {
  contributed ??= contributedLanguages();
  const extension = extname(path).toLowerCase();
  const id =
    contributed.get(basename(path).toLowerCase()) ?? contributed.get(extension) ?? EXTENSIONS[extension];
  return id !== undefined && !TEXT.has(id) && (id in KNOWN || serving(id).length > 0) ? id : undefined;
}

/** Called when extensions were installed or removed. */
export function forgetLanguages(): void {
  contributed = undefined;
}

function contributedLanguages(): ReadonlyMap<string, string> {
  const languages = vscode.extensions.all.flatMap(
    ({ packageJSON }): readonly LanguageContribution[] => packageJSON.contributes?.languages ?? [],
  );
  return new Map(
    languages.flatMap(({ id, extensions = [], filenames = [] }) =>
      [...extensions, ...filenames].map((name): [string, string] => [name.toLowerCase(), id]),
    ),
  );
}

/** Installed extensions that may serve a language; those that are known to come first. */
export function serving(language: string): readonly vscode.Extension<unknown>[] {
  const known = (KNOWN[language] ?? []).flatMap((id) => vscode.extensions.getExtension(id) ?? []);
  const others = vscode.extensions.all.filter(({ packageJSON }) => {
    const events: readonly string[] = packageJSON.activationEvents ?? [];
    return packageJSON.main !== undefined && events.includes(`onLanguage:${language}`);
  });
  return [...new Set([...known, ...others])];
}

/** Until it is active, an extension answers nothing, without an error. E_NO_LANGUAGE_SERVER. */
export async function activateServer(language: string): Promise<vscode.Extension<unknown>> {
  const extensions = serving(language);
  const [first] = extensions;
  if (!first) throw noServer(language);
  await Promise.all(
    extensions.map(async (extension) => {
      try {
        await extension.activate();
      } catch {
        // VS Code has shown why; others may serve the language.
      }
    }),
  );
  if (extensions.some(({ isActive }) => isActive)) return first;
  throw editorErrors.fail('E_NO_LANGUAGE_SERVER', `The extension ${first.id} could not be activated.`, {
    hint: 'Read its output in VS Code, correct what it names, then call again.',
  });
}

function noServer(language: string) {
  const [wanted] = KNOWN[language] ?? [];
  const message = `No extension of this window serves ${language}.`;
  const hint =
    wanted === undefined
      ? 'Install an extension for this language in VS Code, then call again.'
      : `Install the extension ${wanted} in VS Code (code --install-extension ${wanted}), then call again.`;
  return editorErrors.fail('E_NO_LANGUAGE_SERVER', message, { hint });
}
