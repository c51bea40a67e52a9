import { configured, onPath } from '../machine-tools/locations.ts';
import { ifItRuns } from '../machine-tools/version.ts';
import type { LanguageServerSpec } from './language-server.ts';

/** Debian names each version, and links `clangd` only with its default package. */
const PROGRAMS = ['clangd', ...Array.from({ length: 10 }, (_, index) => `clangd-${23 - index}`)];

const FIRST_WITH_LIMIT = 16;

const manualInstallations: Readonly<Record<string, string>> = {
  darwin: 'brew install llvm',
  win32: 'winget install LLVM.LLVM',
};

export const clangd: LanguageServerSpec = {
  name: 'clangd',
  kind: 'language server',
  languages: ['C', 'C++'],
  setting: 'clangdPath',
  languageIds: {
    '.c': 'c',
    '.h': 'cpp',
    '.cc': 'cpp',
    '.cpp': 'cpp',
    '.cxx': 'cpp',
    '.hh': 'cpp',
    '.hpp': 'cpp',
    '.hxx': 'cpp',
  },
  projectFiles: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
  async locate(search) {
    const setting = configured(search);
    return await ifItRuns(setting ? setting.location : onPath(PROGRAMS, search), search.env);
  },
  process: ({ path, version }) => ({
    command: path,
    args: ['--background-index', '--limit-references=0', ...renameLimit(version), '--log=error'],
  }),
  // The index begins with the first open file. It has only what a compilation database lists.
  readiness: { kind: 'progress', title: /^indexing$/ },
  fileList: {
    names: ['compile_commands.json', '.clangd'],
    hint: 'Make compile_commands.json, for example with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear -- make.',
  },
  manualInstallation: manualInstallations[process.platform] ?? 'sudo apt install clangd',
};

/** clangd renames in at most 50 files, and the first versions have no option for it. */
function renameLimit(version = ''): readonly string[] {
  return Number.parseInt(version, 10) >= FIRST_WITH_LIMIT ? ['--rename-file-limit=0'] : [];
}
