import { join } from 'node:path';
import { type Log, silentLog } from '@molehill/core/log';
import { nearest } from '@molehill/core/near';
import { openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';
import { ownerOf } from './config/places.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';
import { gatewayErrors } from './errors.ts';

/** Valid for one definition in one folder. */
const approvalSchema = z.object({
  directory: z.string(),
  id: z.string(),
  hash: z.string(),
  at: z.string(),
});
const documentSchema = z.object({ version: z.literal(1), approved: z.array(approvalSchema) });

type Document = z.output<typeof documentSchema>;

/** The project servers that a person approved. */
export interface Approvals {
  /** Other processes write this file too. */
  readonly file: string;
  /** A user's own servers need no approval. */
  isApproved(server: UpstreamConfig): boolean;
  approve(servers: readonly UpstreamConfig[]): Promise<void>;
}

/** Every relayed call needs a decision; an approval of another process counts this much later. */
const CACHED_MS = 250;

const NOTHING: Document = { version: 1, approved: [] };

export function createApprovals(options: { readonly stateRoot: string; readonly log?: Log }): Approvals {
  const { stateRoot, log = silentLog } = options;
  const path = join(stateRoot, 'approvals.json');
  // A damaged file approves nothing: it may have been damaged on purpose.
  const file = openJsonState<Document>({ path, schema: documentSchema, empty: NOTHING, log });
  let cached: { readonly document: Document; readonly until: number } | undefined;
  const current = () => {
    if (!cached || performance.now() > cached.until)
      cached = { document: file.readSync(), until: performance.now() + CACHED_MS };
    return cached.document;
  };
  const isApproved = (server: UpstreamConfig, document?: Document) =>
    server.source.scope === 'user' || (document ?? current()).approved.some(isApprovalOf(server));
  return {
    file: path,
    isApproved: (server) => isApproved(server),
    async approve(servers) {
      await file.change((document) => {
        const missing = servers.filter((server) => !isApproved(server, document));
        return { version: 1, approved: [...document.approved, ...missing.map(approvalOf)] };
      });
      cached = undefined;
    },
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

type Approval = z.output<typeof approvalSchema>;

function approvalOf({ id, source, hash }: UpstreamConfig): Approval {
  return { directory: ownerOf(source), id, hash, at: new Date().toISOString() };
}

function isApprovalOf(server: UpstreamConfig) {
  const { directory, id, hash } = approvalOf(server);
  return (approval: Approval) =>
    approval.id === id && approval.directory === directory && approval.hash === hash;
}
