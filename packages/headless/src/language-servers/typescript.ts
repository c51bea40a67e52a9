import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRecord } from '@molehill/core/record';
import { findProgram, isProgram } from '../machine-tools/find-program.ts';
import { configured, installed } from '../machine-tools/locations.ts';
import type { Env, ToolLocation, ToolSearch } from '../machine-tools/machine-tool.ts';
import { extractFromNpm, whyNoNpm } from '../machine-tools/npm-package.ts';
import { nodePackages } from './installed-packages.ts';
import type { LanguageServerSpec } from './language-server.ts';
import { typescriptIntegrity, typescriptVersion } from './typescript-packages.ts';

const name = 'typescript';
const version = typescriptVersion;
const platform = `${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
/** The first one that is a language server. */
const FIRST_MAJOR = 7;

/** TypeScript 7: a native program that is compiler and language server. */
export const typescript: LanguageServerSpec = {
  name,
  kind: 'language server',
  languages: ['TypeScript', 'JavaScript'],
  setting: 'typescriptPath',
  languageIds: {
    '.ts': 'typescript',
    '.mts': 'typescript',
    '.cts': 'typescript',
    '.tsx': 'typescriptreact',
    '.js': 'javascript',
    '.mjs': 'javascript',
    '.cjs': 'javascript',
    '.jsx': 'javascriptreact',
  },
  importedExtensions: ['.json'],
  projectFiles: ['tsconfig.json', 'jsconfig.json'],
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location && (ofPackage(setting.location.path, 'setting') ?? setting.location);
    return installed(search, { name, version, file }) ?? ofSystem(search) ?? ofWorkspace(search);
  },
  process: ({ path }) => ({ command: path, args: ['--lsp', '--stdio'] }),
  // Requests wait, but only for projects that have an open file or that the configuration of one refers to.
  readiness: { kind: 'immediate' },
  leavesImports: true,
  projectRequest: 'custom/projectInfo',
  configuration: (section) => (section === 'editor' ? null : { preferences: { useAliasesForRenames: true } }),
  packages: nodePackages,
  installation: {
    version,
    fetches: `the npm package @typescript/typescript-${platform}@${version} (10 MB)`,
    obstacle: (env) => whyNotHere(env),
    install: (job) => {
      const integrity = typescriptIntegrity[platform] ?? '';
      return extractFromNpm({ name: `@typescript/typescript-${platform}`, version, integrity }, 'lib', job);
    },
  },
};

function whyNotHere(env: Env): string | undefined {
  return typescriptIntegrity[platform] ? whyNoNpm(env) : `TypeScript has no program for ${platform}`;
}

/** `npm install --global typescript`. */
function ofSystem({ env }: ToolSearch): ToolLocation | undefined {
  const script = findProgram(['tsc'], env);
  return script === undefined ? undefined : ofPackage(dirname(dirname(realpathSync(script))), 'system');
}

function ofWorkspace({ folder }: ToolSearch): ToolLocation | undefined {
  return folder === undefined
    ? undefined
    : ofPackage(join(folder, 'node_modules', 'typescript'), 'workspace');
}

/** The native program that belongs to a folder with the package `typescript`. */
function ofPackage(folder: string, source: ToolLocation['source']): ToolLocation | undefined {
  const manifest = join(folder, 'package.json');
  const found = versionOf(manifest);
  if (found === undefined || Number.parseInt(found, 10) < FIRST_MAJOR) return undefined;
  try {
    const native = createRequire(manifest).resolve(`@typescript/typescript-${platform}/package.json`);
    const path = join(dirname(native), 'lib', file);
    return isProgram(path) ? { path, version: found, source } : undefined;
  } catch {
    return undefined;
  }
}

function versionOf(manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined;
  try {
    const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
    if (!isRecord(parsed) || parsed.name !== 'typescript') return undefined;
    return typeof parsed.version === 'string' ? parsed.version : undefined;
  } catch {
    return undefined;
  }
}
