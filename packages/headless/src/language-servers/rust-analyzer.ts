import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { configured, onPath } from '../machine-tools/locations.ts';
import type { Env, ToolLocation } from '../machine-tools/machine-tool.ts';
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
    return (
      fileOfExtension('rust-lang.rust-analyzer', [file], search.env) ??
      (await ifItRuns(onPath([name], search), search.env))
    );
  },
  process: ({ path }) => ({ command: path, args: [] }),
  readiness: { kind: 'progress', title: /^(Fetching|Building|Roots Scanned|Loading proc-macros|Indexing)/ },
  manualInstallation: 'rustup component add rust-analyzer',
};

/** rustup puts a program of this name in PATH also where the component is not installed. */
async function ifItRuns(found: ToolLocation | undefined, env: Env): Promise<ToolLocation | undefined> {
  if (!found) return undefined;
  try {
    const { stdout } = await promisify(execFile)(found.path, ['--version'], {
      timeout: 5_000,
      env: { ...env },
    });
    const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
    return { ...found, ...(version === undefined ? {} : { version }) };
  } catch {
    return undefined;
  }
}
