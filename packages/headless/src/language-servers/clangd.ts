import { configured, onPath } from '../machine-tools/locations.ts';
import type { LanguageServerSpec } from './language-server.ts';

/** Debian names each version, and links `clangd` only with its default package. */
const PROGRAMS = ['clangd', ...Array.from({ length: 10 }, (_, index) => `clangd-${23 - index}`)];

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
    return setting ? setting.location : onPath(PROGRAMS, search);
  },
  process: ({ path }) => ({ command: path, args: ['--background-index', '--log=error'] }),
  readiness: { kind: 'progress', title: /^indexing$/ },
  manualInstallation: manualInstallations[process.platform] ?? 'sudo apt install clangd',
};
