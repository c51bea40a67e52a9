import { lstatSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { ensureStateDirectory } from '@molehill/core/paths';
import { isRecord } from '@molehill/core/record';
import { editJsonc } from '@molehill/core/state/jsonc';
import { withLockedFile } from '@molehill/core/state/locked-file';
import { gatewayErrors } from '../errors.ts';
import { parseDocument } from './documents.ts';
import { projectFile, realOrGiven, userFile } from './places.ts';

/** The file to write: Molehill's own file of the project or of the user. */
export interface EditTarget {
  readonly scope: 'project' | 'user';
  readonly directory: string;
  readonly stateRoot: string;
}

/** With unresolved references. */
export type ServerEntry = Readonly<Record<string, unknown>>;

/** Returns the path of the file. Keeps comments and other content. */
export async function addServer(
  target: EditTarget,
  name: string,
  entry: ServerEntry,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<string> {
  return edit(target, name, entry, (file, exists) => {
    if (!exists || replace) return;
    const message = `${file} has a server named ${JSON.stringify(name)} already.`;
    throw gatewayErrors.fail('E_SERVER_CONFIG', message, {
      hint: 'Choose another name, or replace the server.',
    });
  });
}

export async function removeServer(target: EditTarget, name: string): Promise<string> {
  return edit(target, name, undefined, (file, exists) => {
    if (exists) return;
    throw gatewayErrors.fail('E_UNKNOWN_SERVER', `${file} has no server named ${JSON.stringify(name)}.`);
  });
}

async function edit(
  { scope, directory, stateRoot }: EditTarget,
  name: string,
  entry: ServerEntry | undefined,
  assertAllowed: (file: string, exists: boolean) => void,
): Promise<string> {
  const named = scope === 'user' ? userFile(stateRoot) : projectFile(directory);
  ensureStateDirectory(stateRoot);
  // The lock is in the state directory, because files in the project would show up in version control.
  const lockPath = join(stateRoot, 'edit-servers.lock');
  if (scope === 'project') assertInside(directory, named);
  return withLockedFile({ path: named, lockPath }, async (file) => {
    const text = (await file.read()) ?? '';
    const { key, servers } = serversOf(file.path, text);
    assertAllowed(file.path, Object.hasOwn(servers, name));
    const before = await stat(file.path).catch(() => undefined);
    const mode = scope === 'user' ? 0o600 : (before?.mode ?? 0o644) & 0o777;
    await mkdir(dirname(file.path), { recursive: true });
    await file.replace(editJsonc(text, [key, name], entry), mode);
    return file.path;
  });
}

/** A checkout may bring a link at the place of the file or its folder. */
function assertInside(directory: string, file: string): void {
  const existing = [file, dirname(file)].find((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (existing === undefined) return;
  if (isInside(realOrGiven(directory), realOrGiven(existing))) return;
  throw gatewayErrors.fail('E_SERVER_CONFIG', `${existing} is a link that leads outside the project.`, {
    hint: 'Replace the link with a file, then try again.',
  });
}

/** The servers in a file and their key. Throws for a broken file, so that it is not overwritten. */
function serversOf(file: string, text: string) {
  const document = parseDocument(text);
  if (!document.ok) throw gatewayErrors.fail('E_SERVER_CONFIG', `${file} ${document.problem}.`);
  const { value } = document;
  const key =
    ['mcpServers', 'servers', 'mcp'].find((name) => isRecord(value) && name in value) ?? 'mcpServers';
  const servers = isRecord(value) ? (value[key] ?? {}) : undefined;
  if (isRecord(servers)) return { key, servers };
  throw gatewayErrors.fail('E_SERVER_CONFIG', `${file} is not of the form {"mcpServers": {…}}.`);
}
