import type { DebugConfiguration } from '../host.ts';

export interface AttachRequest {
  readonly type: string;
  readonly processId?: number | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly pathMappings?: readonly PathMapping[] | undefined;
}

export interface PathMapping {
  readonly localRoot: string;
  readonly remoteRoot: string;
}

type Extra = Readonly<Record<string, unknown>>;

const LOCAL = '127.0.0.1';

const byType: Readonly<Record<string, (request: AttachRequest) => Extra>> = {
  node: nodeAttach,
  'pwa-node': nodeAttach,
  python: debugpyAttach,
  debugpy: debugpyAttach,
  go: delveAttach,
  lldb: lldbAttach,
  codelldb: lldbAttach,
  'lldb-dap': lldbAttach,
  cppdbg: lldbAttach,
};

/** A configuration that attaches to a process, or to a debug server at a port. */
export function configurationOfAttach(request: AttachRequest): DebugConfiguration {
  const { type, processId, host = LOCAL, port } = request;
  const name = processId === undefined ? `${type} at ${host}:${port}` : `${type} process ${processId}`;
  const target = processId === undefined ? { host, port } : { processId };
  return { type, request: 'attach', name, ...(byType[type]?.(request) ?? target) };
}

function nodeAttach({ processId, host = LOCAL, port, pathMappings = [] }: AttachRequest): Extra {
  const [mapping] = pathMappings;
  return {
    ...(processId === undefined ? { address: host, port } : { processId }),
    ...(mapping === undefined ? {} : { localRoot: mapping.localRoot, remoteRoot: mapping.remoteRoot }),
    skipFiles: ['<node_internals>/**'],
  };
}

function debugpyAttach({ processId, host = LOCAL, port, pathMappings }: AttachRequest): Extra {
  return {
    ...(processId === undefined ? { connect: { host, port } } : { processId }),
    ...(pathMappings === undefined ? {} : { pathMappings }),
  };
}

function delveAttach({ processId, host = LOCAL, port, pathMappings }: AttachRequest): Extra {
  const substitutePath = pathMappings?.map(({ localRoot, remoteRoot }) => ({
    from: localRoot,
    to: remoteRoot,
  }));
  return {
    ...(processId === undefined ? { mode: 'remote', host, port } : { mode: 'local', processId }),
    ...(substitutePath === undefined ? {} : { substitutePath }),
  };
}

/** A port is that of a gdb server, such as `lldb-server gdbserver`. */
function lldbAttach({ processId, host = LOCAL, port, pathMappings }: AttachRequest): Extra {
  const sourceMap = pathMappings?.map(({ localRoot, remoteRoot }) => [remoteRoot, localRoot] as const);
  return {
    ...(processId === undefined ? { host, port } : { pid: processId }),
    ...(sourceMap === undefined ? {} : { sourceMap: Object.fromEntries(sourceMap) }),
  };
}
