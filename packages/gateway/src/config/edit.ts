import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureStateDirectory } from '@molehill/core/paths';
import { isRecord } from '@molehill/core/record';
import { editJsonc } from '@molehill/core/state/jsonc';
import { withLockedFile } from '@molehill/core/state/locked-file';
import { gatewayErrors } from '../errors.ts';
import { parseText } from './documents.ts';
import { projectFile, userFile } from './places.ts';

/** Which of Molehill's own files to write to. */
export interface EditTarget {
  readonly scope: 'project' | 'user';
  readonly directory: string;
  readonly stateRoot: string;
}

/** As it stands in the file: references are written, not resolved. */
export type ServerEntry = Readonly<Record<string, unknown>>;

/** Returns the file that was written. Comments and everything else in it stay. */
export async function addServer(
  target: EditTarget,
  name: string,
  entry: ServerEntry,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<string> {
  return edit(target, (file, text, key, names) => {
    if (names.has(name) && !replace)
      throw gatewayErrors.fail(
        'E_SERVER_CONFIG',
        `${file} has a server named ${JSON.stringify(name)} already.`,
        {
          hint: 'Choose another name, or say that it is to be replaced.',
        },
      );
    return editJsonc(text, [key, name], entry);
  });
}

export async function removeServer(target: EditTarget, name: string): Promise<string> {
  return edit(target, (file, text, key, names) => {
    if (names.has(name)) return editJsonc(text, [key, name], undefined);
    throw gatewayErrors.fail('E_UNKNOWN_SERVER', `${file} has no server named ${JSON.stringify(name)}.`);
  });
}

type Edit = (file: string, text: string, key: string, names: ReadonlySet<string>) => string;

async function edit(target: EditTarget, change: Edit): Promise<string> {
  const { scope, directory, stateRoot } = target;
  const named = scope === 'user' ? userFile(stateRoot) : projectFile(directory);
  ensureStateDirectory(stateRoot);
  // The lock is in the state directory, because files in the project would show up in version control.
  const lockPath = join(stateRoot, 'edit-servers.lock');
  return withLockedFile({ path: named, lockPath }, async (file) => {
    const text = (await file.read()) ?? '';
    const { key, names } = serversOf(file.path, text);
    const next = change(file.path, text, key, names);
    await mkdir(dirname(file.path), { recursive: true });
    await file.replace(next, scope === 'user' ? 0o600 : await modeOf(file.path));
    return file.path;
  });
}

/** Where the servers of a file are, and their names. A file that cannot be read is not written over. */
function serversOf(file: string, text: string): { key: string; names: ReadonlySet<string> } {
  const document = parseText(text);
  if (document.state === 'broken')
    throw gatewayErrors.fail('E_SERVER_CONFIG', `${file} ${document.problem}.`);
  const { value } = document;
  const key =
    ['mcpServers', 'servers', 'mcp'].find((name) => isRecord(value) && name in value) ?? 'mcpServers';
  const servers = isRecord(value) ? (value[key] ?? {}) : undefined;
  if (isRecord(servers)) return { key, names: new Set(Object.keys(servers)) };
  throw gatewayErrors.fail('E_SERVER_CONFIG', `${file} is not of the form {"mcpServers": {…}}.`);
}

async function modeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mode }) => mode & 0o777,
    () => 0o644,
  );
}
