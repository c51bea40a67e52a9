import type { DebugConfiguration } from '@molehill/editor/host';
import { findProgram } from '../machine-tools/find-program.ts';
import type { AdapterSpec } from './adapter.ts';
import { envOf, fromCppdbg, gdbRemote, nativeTypes } from './native.ts';

const OLDEST = 14;
const NEWEST = 25;

/** Systems add the version to the name; before 18 it was called lldb-vscode. */
const PROGRAMS = [
  'lldb-dap',
  ...versions().map((version) => `lldb-dap-${version}`),
  'lldb-vscode',
  ...versions().map((version) => `lldb-vscode-${version}`),
];

function versions(): number[] {
  return Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => NEWEST - index);
}

/** LLDB of the system; used where codelldb is not installed. */
export const lldbDap: AdapterSpec = {
  name: 'lldb-dap',
  kind: 'debug adapter',
  languages: ['C', 'C++', 'Rust'],
  types: nativeTypes,
  async locate({ env }) {
    const path = findProgram(PROGRAMS, env);
    const version = path && /-(\d+)$/.exec(path)?.[1];
    return path === undefined ? undefined : { path, source: 'system', ...(version ? { version } : {}) };
  },
  process: ({ path }) => ({ kind: 'stdio', command: path, args: [] }),
  prepare(configuration): DebugConfiguration {
    const prepared = fromCppdbg(configuration);
    const env = Object.entries(envOf(prepared.env)).map(([name, value]) => `${name}=${String(value)}`);
    const remote = gdbRemote(configuration);
    return {
      ...prepared,
      type: 'lldb-dap',
      // Old versions take the environment only as a list.
      ...(env.length > 0 ? { env } : {}),
      ...(remote === undefined ? {} : { attachCommands: [remote] }),
    };
  },
};
