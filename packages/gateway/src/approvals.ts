import { join } from 'node:path';
import { type Log, silentLog } from '@molehill/core/log';
import { nearest } from '@molehill/core/near';
import { openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';
import { ownerOf } from './config/places.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';
import { gatewayErrors } from './errors.ts';

/** A definition and where it stands: a change of either asks again. */
const approvalSchema = z.object({
  directory: z.string(),
  id: z.string(),
  hash: z.string(),
  at: z.string(),
});
const documentSchema = z.object({ version: z.literal(1), approved: z.array(approvalSchema) });

type Document = z.output<typeof documentSchema>;

/** Which servers of a project a person agreed to start. */
export interface Approvals {
  /** Where they are kept: other processes write there too. */
  readonly file: string;
  /** What users configured for themselves needs no approval. */
  isApproved(server: UpstreamConfig): boolean;
  approve(servers: readonly UpstreamConfig[]): Promise<void>;
  /** Takes back every approval of these servers, also of how they were defined before. */
  revoke(servers: readonly UpstreamConfig[]): Promise<void>;
}

export interface ApprovalsOptions {
  readonly stateRoot: string;
  readonly log?: Log;
}

const NOTHING: Document = { version: 1, approved: [] };

export function createApprovals({ stateRoot, log = silentLog }: ApprovalsOptions): Approvals {
  const path = join(stateRoot, 'approvals.json');
  // A damaged file approves nothing: somebody may have damaged it on purpose.
  const file = openJsonState<Document>({ path, schema: documentSchema, empty: NOTHING, log });
  const isKnown = (server: UpstreamConfig) =>
    file.readSync().approved.some((approval) => isAbout(approval, server) && approval.hash === server.hash);
  return {
    file: path,
    isApproved: (server) => server.source.scope === 'user' || isKnown(server),
    async approve(servers) {
      const asked = servers.filter(({ source }) => source.scope === 'project');
      await file.change(({ approved }) => ({
        version: 1,
        approved: [...approved, ...missing(approved, asked)],
      }));
    },
    async revoke(servers) {
      const kept = ({ approved }: Document) =>
        approved.filter((approval) => !servers.some((server) => isAbout(approval, server)));
      await file.change((document) => ({ version: 1, approved: kept(document) }));
    },
  };
}

/** The servers a person named, or all of them. */
export function chooseServers(
  servers: readonly UpstreamConfig[],
  chosen: readonly string[] | 'all',
): readonly UpstreamConfig[] {
  if (chosen === 'all') return servers;
  return chosen.map((id) => {
    const found = servers.find((server) => server.id === id || server.declaredName === id);
    if (found) return found;
    const near = nearest(
      id,
      servers.map((server) => server.id),
    );
    const hint = near ? { hint: `Did you mean "${near}"?` } : {};
    throw gatewayErrors.fail('E_UNKNOWN_SERVER', `No server is named "${id.slice(0, 80)}" here.`, hint);
  });
}

type Approval = z.output<typeof approvalSchema>;

function isAbout(approval: Approval, { id, source }: UpstreamConfig): boolean {
  return approval.id === id && approval.directory === ownerOf(source);
}

function missing(approved: readonly Approval[], servers: readonly UpstreamConfig[]): readonly Approval[] {
  const isNew = (server: UpstreamConfig) =>
    !approved.some((approval) => isAbout(approval, server) && approval.hash === server.hash);
  const at = new Date().toISOString();
  return servers.filter(isNew).map(({ id, source, hash }) => ({ directory: ownerOf(source), id, hash, at }));
}
