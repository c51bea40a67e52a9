import { buildGoProgram, fromGoInstall, goProgramFile, whyNoGo } from '../machine-tools/go-module.ts';
import { configured, installed, onPath } from '../machine-tools/locations.ts';
import type { LanguageServerSpec } from './language-server.ts';

const name = 'gopls';
const version = '0.21.0';
const pinned = {
  module: 'golang.org/x/tools/gopls',
  version,
  checksum: 'h1:k8RlBm3ES+GVe+fbTSkzwKgarmNwN+6aDalb0T0xfag=',
  program: name,
} as const;

export const gopls: LanguageServerSpec = {
  name,
  kind: 'language server',
  languages: ['Go'],
  setting: 'goplsPath',
  languageIds: { '.go': 'go' },
  projectFiles: ['go.work', 'go.mod'],
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return (
      fromGoInstall(name, search.env) ??
      installed(search, { name, version, file: goProgramFile(name) }) ??
      onPath([name], search)
    );
  },
  process: ({ path }) => ({ command: path, args: ['serve'] }),
  // Without it, diagnostics come only when gopls thinks fit, about a second after a change.
  initializationOptions: { pullDiagnostics: true },
  // Requests wait until the packages are loaded. Modules that a `replace` names are not renamed in without a go.work.
  readiness: { kind: 'immediate' },
  installation: {
    version,
    fetches: `the Go module ${pinned.module}@v${version}, built here in about a minute`,
    obstacle: whyNoGo,
    install: (job) => buildGoProgram(pinned, job),
  },
};
