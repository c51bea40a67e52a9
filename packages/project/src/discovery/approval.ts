import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { relative, resolve } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { isRecord } from '@molehill/core/record';
import { definitions } from './engines.ts';
import type { ApprovalReason, Place } from './found.ts';

const LOOPBACK = /^(localhost|\[?::1\]?|0\.0\.0\.0)$/i;

/** Whether a host is this machine; a path is a local socket. What is no address, such as 127.0.0.999, is a name. */
function isLocalHost(host: string): boolean {
  return LOOPBACK.test(host) || (isIPv4(host) && host.startsWith('127.')) || host.startsWith('/');
}

/** What a person must approve before this definition is used: other hosts, and files that are not the project's. */
export function reasonsFor(definition: unknown, root: string): ApprovalReason[] {
  const hosts = hostsIn(definition).filter((host) => !isLocalHost(host));
  const paths = definitions.fields.values('file', definition).map(({ value }) => String(value));
  const files = paths.flatMap((path) => leadsOutside(path, root) ?? []);
  return [...hosts.map((detail) => ({ kind: 'host' as const, detail })), ...files];
}

/** The database's host and those of its SSH tunnel. */
function hostsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hostsIn);
  if (!isRecord(value)) return [];
  const own = typeof value.host === 'string' ? [value.host] : [];
  return [...own, ...hostsIn(value.ssh), ...hostsIn(value.jump)];
}

/** By the path as it is written, and then by what its links lead to. */
function leadsOutside(path: string, root: string): ApprovalReason | undefined {
  // The home folder, as the fields of a connection understand it.
  if (/^~(\/|$)/.test(path)) return { kind: 'path', detail: path };
  const absolute = resolve(root, path);
  if (!isInside(root, absolute)) return { kind: 'path', detail: absolute };
  const target = realPathOf(absolute);
  return isInside(realPathOf(root), target) ? undefined : { kind: 'link', detail: target };
}

/** Of a path that does not exist, the existing part is resolved. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = resolve(path, '..');
    return parent === path ? path : resolve(realPathOf(parent), relative(parent, path));
  }
}

/** Where a definition leads: everything but its secrets, because the hash of a short password can be reversed. */
export function fingerprintOf(
  place: Place & { readonly source: string },
  type: string | undefined,
  definition: unknown,
  reasons: readonly ApprovalReason[],
): string {
  const { source, file, key } = place;
  const known = definitions.fields.replace('secret', definition, () => undefined);
  const content = JSON.stringify([source, file, key, type, known, reasons]);
  return createHash('sha256').update(content).digest('hex');
}
