import type { Caller } from './caller.ts';
import type { ResourceContents, ServerEvent } from './context.ts';
import type { Handles } from './handles.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';
import type { Tool } from './tool.ts';

export interface ServerIdentity {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** Sent to a model on connect: what the server is for and what to call first. */
  readonly instructions: string;
  /** How its tools are called in a terminal, where a program serves it alone. */
  readonly command?: string;
}

/** A resource as MCP lists it. */
export interface ResourceEntry {
  /** Starts with the prefix of its server. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface ServerResources {
  /** What all its URIs start with; `molehill://<server id>/` where it is absent. */
  readonly prefix?: string;
  list(caller: Caller): readonly ResourceEntry[] | Promise<readonly ResourceEntry[]>;
  /** Nothing where there is no such resource for this caller. */
  read(uri: string, context: ResourceContext): Promise<readonly ResourceContents[] | undefined>;
}

export interface ResourceContext {
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly handles: Handles;
}

/** A named set of tools with a lifecycle. */
export interface ToolServer extends ServerIdentity {
  readonly tools: readonly Tool[];
  /** The tools worth listing now; the others can still be called. A dormant server lists what makes it useful. */
  listedTools?(): readonly Tool[];
  /** Calls back when `listedTools` has another result. */
  onListChanged?(listener: () => void): () => void;
  /** The instructions with what is there now, in a sentence or two; names tools as `{tool:query}`. */
  introduce?(): Promise<string>;
  readonly resources?: ServerResources;
  /** Whether its events have levels, which makes them log messages. */
  readonly logs?: boolean;
  close?(): Promise<void>;
}

/** What the program gives to a server it mounts. */
export interface MountOptions {
  /** Source of its settings and of the secrets they refer to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The state directory. */
  readonly stateRoot: string;
  /** Base of relative paths in the environment and in calls. */
  readonly workspace: string;
  readonly log: Log;
  readonly redactor: Redactor;
  /** For events outside a call; a handler uses its context. */
  emit?(server: string, event: ServerEvent): void;
}

const SERVER_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Throws at start for names that could not be called. */
export function defineServer(server: ToolServer): ToolServer {
  if (!SERVER_ID.test(server.id)) throw new Error(`server id "${server.id}" is not of the form a-b-c`);
  const seen = new Set<string>();
  for (const name of server.tools.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])])) {
    if (!TOOL_NAME.test(name)) throw new Error(`tool name "${name}" of server "${server.id}" is not usable`);
    if (seen.has(name)) throw new Error(`tool name "${name}" of server "${server.id}" is taken twice`);
    seen.add(name);
  }
  return server;
}
