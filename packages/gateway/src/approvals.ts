import { join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { Log } from '@molehill/core/log';
import { nearest } from '@molehill/core/near';
import { type Approval, type ApprovedContent, openApprovals } from '@molehill/core/state/approvals';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { variablesOf } from './config/file-references.ts';
import { ownerOf, realOrGiven, repositoryOf } from './config/places.ts';
import { scriptsOf } from './config/scripts.ts';
import type { StdioTransport, UpstreamConfig } from './config/upstream-config.ts';
import { contentHash } from './content-hash.ts';
import { gatewayErrors } from './errors.ts';
import { stampOf } from './file-watch.ts';

/** The project servers that a person approved. */
export interface Approvals {
  /** Other processes write this file too. */
  readonly file: string;
  /** A user's own servers need no approval. */
  isApproved(server: UpstreamConfig): boolean;
  /** The files that differ from the last approval of the same definition. */
  changedFiles(server: UpstreamConfig): readonly string[];
  approve(servers: readonly UpstreamConfig[]): Promise<void>;
}

/** Every relayed call needs a decision; an approval of another process or a changed file counts this much later. */
const CACHED_MS = 250;

export function createApprovals(options: { readonly stateRoot: string; readonly log?: Log }): Approvals {
  const { stateRoot, log } = options;
  const store = openApprovals({ file: join(stateRoot, 'approvals.json'), log });
  let cached = { verdicts: new WeakMap<UpstreamConfig, boolean>(), until: 0 };
  return {
    file: store.file,
    isApproved(server) {
      if (server.source.scope === 'user') return true;
      if (performance.now() > cached.until)
        cached = { verdicts: new WeakMap(), until: performance.now() + CACHED_MS };
      const verdict = cached.verdicts.get(server) ?? isApprovedBy(store.list(), server);
      cached.verdicts.set(server, verdict);
      return verdict;
    },
    changedFiles(server) {
      const last = store.list().findLast(isApprovalOf(server));
      return last && !isApprovedBy(store.list(), server) ? changesSince(last, server) : [];
    },
    async approve(servers) {
      await store.add(servers.filter(({ source }) => source.scope !== 'user').map(contentOf));
      cached.until = 0;
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

/** Of what a person is shown: changes with the definition and with every write to a file that decides what runs. */
export function shownHash(server: UpstreamConfig): string {
  const { transport, hash } = server;
  const folder = transport.kind === 'stdio' ? realOrGiven(transport.cwd) : '';
  return sha256(canonicalJson([hash, folder, filesOf(server).map((path) => [path, stampOf(path)])]));
}

/** Scripts that appeared since the configuration was loaded are among them. */
function filesOf({ transport, files, source }: UpstreamConfig): readonly string[] {
  const scripts =
    transport.kind === 'stdio' && source.scope === 'project'
      ? scriptsOf(withEnvFile(transport, ownerOf(source)), ownerOf(source))
      : [];
  return [...new Set([...files.map(({ path }) => path), ...scripts])].sort();
}

/** Its variables may load code too. A file outside the project is not read before the server is approved. */
function withEnvFile(transport: StdioTransport, folder: string): StdioTransport {
  const { envFile, env } = transport;
  if (envFile === undefined || !isInside(realOrGiven(repositoryOf(folder)), realOrGiven(envFile)))
    return transport;
  try {
    return { ...transport, env: { ...variablesOf(envFile), ...env } };
  } catch {
    return transport;
  }
}

/** What each file contains now, and where the working directory is: its path may be a link. */
function fingerprintsOf(server: UpstreamConfig): Readonly<Record<string, string>> {
  const { transport } = server;
  const folder = transport.kind === 'stdio' ? { [transport.cwd]: realOrGiven(transport.cwd) } : {};
  return { ...folder, ...Object.fromEntries(filesOf(server).map((path) => [path, contentHash(path)])) };
}

/** Valid for one definition in one folder, and for the content of the files that decide what runs. */
function contentOf(server: UpstreamConfig): ApprovedContent {
  const { id, source, hash } = server;
  return { directory: ownerOf(source), id, hash, files: fingerprintsOf(server) };
}

/** Files are read only where the definition itself is approved. */
function isApprovedBy(approved: readonly Approval[], server: UpstreamConfig): boolean {
  return approved
    .filter(isApprovalOf(server))
    .some((approval) => changesSince(approval, server).length === 0);
}

function isApprovalOf({ id, source, hash }: UpstreamConfig) {
  const directory = ownerOf(source);
  return (approval: Approval) =>
    approval.id === id && approval.directory === directory && approval.hash === hash;
}

function changesSince({ files = {} }: Approval, server: UpstreamConfig): readonly string[] {
  const now = fingerprintsOf(server);
  // Without a script that was approved, the same words start something else.
  return [...new Set([...Object.keys(now), ...Object.keys(files)])].filter(
    (path) => files[path] !== now[path],
  );
}
