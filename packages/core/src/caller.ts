import { isInside } from './files/inside.ts';

export type FrontendKind = 'stdio' | 'http' | 'sse' | 'jobs' | 'cli' | 'page' | 'editor' | 'memory';

/** Who calls a tool. Handles belong to a caller and are disposed with it. */
export interface Caller {
  /** The same for every request of one client session. */
  readonly id: string;
  readonly frontend: FrontendKind;
  /** The name the client gives itself. */
  readonly client?: string | undefined;
  /** Ends with this call, as a command in a terminal does: a handle would be of no use to it. */
  readonly isTransient?: boolean;
  /** Several clients use it, because their requests carry no session: what it did may have been done by another. */
  readonly isShared?: boolean;
  /** Absolute paths of the folders the caller works in. */
  readonly workspace: readonly string[];
}

export function isInWorkspace({ workspace }: Pick<Caller, 'workspace'>, folder: string): boolean {
  return workspace.some((root) => isInside(root, folder));
}
