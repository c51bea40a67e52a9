import { configured, onPath } from '../machine-tools/locations.ts';
import { ifItRuns } from '../machine-tools/version.ts';
import { fileOfExtension } from '../machine-tools/vscode.ts';
import type { LanguageServerSpec } from './language-server.ts';

const name = 'rust-analyzer';
const file = process.platform === 'win32' ? 'server/rust-analyzer.exe' : 'server/rust-analyzer';

export const rustAnalyzer: LanguageServerSpec = {
  name,
  kind: 'language server',
  languages: ['Rust'],
  setting: 'rustAnalyzerPath',
  languageIds: { '.rs': 'rust' },
  projectFiles: ['Cargo.toml', 'rust-project.json'],
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    // rustup puts a program of this name in PATH also where the component is not installed.
    return (
      fileOfExtension('rust-lang.rust-analyzer', [file], search.env) ??
      (await ifItRuns(onPath([name], search), search.env))
    );
  },
  process: ({ path }) => ({ command: path, args: [] }),
  readiness: { kind: 'progress', title: /^(Fetching|Building|Roots Scanned|Loading proc-macros|Indexing)/ },
  manualInstallation: 'rustup component add rust-analyzer',
};
