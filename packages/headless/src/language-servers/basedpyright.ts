import { configured, installed, onPath } from '../machine-tools/locations.ts';
import { extractFromNpm, whyNoNpm } from '../machine-tools/npm-package.ts';
import { fileOfExtension } from '../machine-tools/vscode.ts';
import { pythonInterpreter } from '../python-interpreter.ts';
import { planPythonMoves } from '../python-moves/python-moves.ts';
import { pythonPackages } from './installed-packages.ts';
import type { LanguageProject, LanguageServerSpec } from './language-server.ts';

const name = 'basedpyright';
const version = '1.40.1';
const pinned = {
  name,
  version,
  integrity:
    'sha512-98BUK6yuNcUCgaEVaaFzhW4ReGjB8Tip9XBX4s7rGIsoKtc1Be7O4PB0A8Z4zV42FKvfUR5hwYzRYafU/BVTtQ==',
} as const;

/**
 * It ends where one of its own requests, such as `workspace/diagnostic/refresh`, is
 * answered with an error.
 */
export const basedpyright: LanguageServerSpec = {
  name,
  kind: 'language server',
  languages: ['Python'],
  setting: 'basedpyrightPath',
  languageIds: { '.py': 'python', '.pyi': 'python' },
  projectFiles: ['pyproject.toml', 'pyrightconfig.json', 'setup.py', 'setup.cfg'],
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return (
      fileOfExtension('detachhead.basedpyright', ['dist/server.js'], search.env) ??
      installed(search, { name, version, file: 'langserver.index.js' }) ??
      onPath(['basedpyright-langserver'], search)
    );
  },
  process: ({ path }) =>
    path.endsWith('.js')
      ? { command: process.execPath, args: [path, '--stdio'] }
      : { command: path, args: ['--stdio'] },
  configuration: (section, project) => settingsOf(project)[section ?? ''],
  // A search takes 20 to 140 ms for 200 files, and starts up to 250 ms after the notification.
  readiness: {
    kind: 'log',
    message: /^(Found \d+ source files?|No source files found)/,
    searchAgainMs: 3_000,
  },
  packages: pythonPackages,
  planMoves: planPythonMoves,
  installation: {
    version,
    fetches: `the npm package ${name}@${version} (6 MB)`,
    obstacle: whyNoNpm,
    install: (job) => extractFromNpm(pinned, '.', job),
  },
};

function settingsOf({ folder, env }: LanguageProject): Readonly<Record<string, unknown>> {
  const analysis = { diagnosticMode: 'openFilesOnly' };
  const python = { pythonPath: pythonInterpreter(folder, env), analysis };
  return { '': { python, basedpyright: { analysis } }, python, basedpyright: { analysis } };
}
