import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { coreErrors, isMolehillError, messageOf } from '@molehill/core/errors';
import { ensureStateDirectory, type StatePaths } from '@molehill/core/paths';

/** The token of this state directory, created on first use and then constant: agents store it. */
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

/** Linked atomically: of two processes that start together one wins, and both read the same token. */
function create(path: string): string {
  const staging = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    writeToken(staging);
    linkSync(staging, path);
  } catch (cause) {
    if (isMolehillError(cause)) throw cause;
    const message = `The token file ${path} cannot be used: ${messageOf(cause)}`;
    const hint = 'Remove it; a new one is created.';
    if (read(path) === undefined) throw coreErrors.fail('E_STATE_DIR', message, { hint, cause });
  } finally {
    rmSync(staging, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function writeToken(path: string): void {
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  } catch (cause) {
    const message = `The token for agents cannot be stored in ${dirname(path)}: ${messageOf(cause)}`;
    const hint = 'Make room on that disk, or set MOLEHILL_HOME to another folder that is writable.';
    throw coreErrors.fail('E_STATE_DIR', message, { hint, cause });
  }
}
