import { randomBytes } from 'node:crypto';
import { closeSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { coreErrors, type MolehillError, messageOf } from '@molehill/core/errors';
import { ensureStateDirectory, type StatePaths } from '@molehill/core/paths';

/** The token of this state directory, made on first use. It stays the same, so that an agent's entry stays valid. */
export function httpToken(paths: StatePaths): string {
  ensureStateDirectory(paths.root);
  return read(paths.httpToken) ?? create(paths.httpToken);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Linked into place complete: of two processes that start at once one wins, and both read the same. */
function create(path: string): string {
  const staging = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = openSync(staging, 'w', 0o600);
  writeSync(file, `${randomBytes(32).toString('base64url')}\n`);
  closeSync(file);
  try {
    linkSync(staging, path);
  } catch (cause) {
    if (read(path) === undefined) throw unusable(path, cause);
  } finally {
    rmSync(staging, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function unusable(path: string, cause: unknown): MolehillError {
  const reason = messageOf(cause);
  return coreErrors.fail('E_STATE_DIR', `The token file ${path} cannot be used: ${reason}`, {
    hint: 'Remove it, and a new one is made.',
    cause,
  });
}
