import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';
import type { Tool } from './tool.ts';

export interface ServerIdentity {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** Said once to a model when it connects: what the server is for and what to call first. */
  readonly instructions: string;
}

/** A named set of tools with a lifecycle. */
export interface ToolServer extends ServerIdentity {
  readonly tools: readonly Tool[];
  close?(): Promise<void>;
}

/** What a server is given by the program that has it. */
export interface MountOptions {
  /** Its settings are read from here, and the secrets they refer to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The state directory. */
  readonly stateRoot: string;
  /** Relative paths of the environment and of calls count from here. */
  readonly workspace: string;
  readonly log: Log;
  readonly redactor: Redactor;
}

const SERVER_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Refuses at start what would otherwise surface as a tool that cannot be called. */
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
