import { isRecord } from '@molehill/core/record';
import type { DebugConfiguration } from '@molehill/editor/host';

/** Types of configurations for compiled programs, of several VS Code extensions. */
export const nativeTypes = ['lldb', 'codelldb', 'lldb-dap', 'cppdbg'];

/** The command that connects LLDB to a gdb server. */
export function gdbRemote({ request, host = '127.0.0.1', port }: DebugConfiguration): string | undefined {
  return request === 'attach' && port !== undefined
    ? `gdb-remote ${String(host)}:${String(port)}`
    : undefined;
}

/** Translates what the C++ extension calls differently. */
export function fromCppdbg(configuration: DebugConfiguration): DebugConfiguration {
  const { environment, stopAtEntry, processId, __workspaceFolder, ...rest } = configuration;
  return {
    ...rest,
    name: configuration.name,
    type: configuration.type,
    request: configuration.request,
    ...(Array.isArray(environment) ? { env: { ...environmentOf(environment), ...envOf(rest.env) } } : {}),
    ...(stopAtEntry === undefined ? {} : { stopOnEntry: stopAtEntry }),
    ...(processId === undefined ? {} : { pid: Number(processId) }),
  };
}

function environmentOf(entries: readonly unknown[]): Record<string, string> {
  const pairs = entries.filter(isRecord).map(({ name, value }) => [String(name), String(value)]);
  return Object.fromEntries(pairs);
}

export function envOf(env: unknown): Readonly<Record<string, unknown>> {
  return isRecord(env) ? env : {};
}
