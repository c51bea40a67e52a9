import { join } from 'node:path';
import type { Log } from '@molehill/core/log';
import { nearest } from '@molehill/core/near';
import { type ApprovedContent, openApprovals } from '@molehill/core/state/approvals';
import { ownerOf } from './config/places.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';
import { gatewayErrors } from './errors.ts';

/** The project servers that a person approved. */
export interface Approvals {
  /** Other processes write this file too. */
  readonly file: string;
  /** A user's own servers need no approval. */
  isApproved(server: UpstreamConfig): boolean;
  approve(servers: readonly UpstreamConfig[]): Promise<void>;
}

export function createApprovals(options: { readonly stateRoot: string; readonly log?: Log }): Approvals {
  const { stateRoot, log } = options;
  const store = openApprovals({ file: join(stateRoot, 'approvals.json'), log });
  const isOwn = (server: UpstreamConfig) => server.source.scope === 'user';
  return {
    file: store.file,
    isApproved: (server) => isOwn(server) || store.has(contentOf(server)),
    approve: (servers) => store.add(servers.filter((server) => !isOwn(server)).map(contentOf)),
  };
}

export function chooseServers(
  servers: readonly UpstreamConfig[],
  chosen: readonly string[] | 'all',
): readonly UpstreamConfig[] {
  if (chosen === 'all') return servers;
  return chosen.map((id) => {
    const found = servers.find((server) => server.id === id || server.declaredName === id);
    if (found) return found;
    const ids = servers.map((server) => server.id);
    const near = nearest(id, ids);
    const hint = near ? { hint: `Did you mean "${near}"?` } : {};
    throw gatewayErrors.fail('E_UNKNOWN_SERVER', `No server is named "${id.slice(0, 80)}".`, hint);
  });
}

/** Valid for one definition in one folder. */
function contentOf({ id, source, hash }: UpstreamConfig): ApprovedContent {
  return { directory: ownerOf(source), id, hash };
}
