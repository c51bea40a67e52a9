import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureStateDirectory, stateDirectory } from '@molehill/core/paths';

/** For a quick start and a small process. Call it before anything large is loaded. */
export function prepareProcess(env: NodeJS.ProcessEnv): void {
  keepHeapSmall();
  keepCompiledCode(env);
}

const STARTED_MS = 1_000;
const THOROUGHLY = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/** A server mostly waits, and would keep all that loading left behind. */
function keepHeapSmall(): void {
  setTimeout(collectGarbage, STARTED_MS).unref();
}

/**
 * Node has no other way to ask for it without a flag on its command line. Only the thorough manner gives memory back to
 * the system; it takes some 40 ms, once.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect(THOROUGHLY);
}

/** A quarter of the time until the first answer is compiling. Whoever set Node's own variables for this has decided already. */
function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  try {
    const root = stateDirectory(env);
    const folder = join(root, 'compile-cache');
    ensureStateDirectory(root);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    nodeModule.enableCompileCache?.(folder);
  } catch {
    // A home that cannot be written to costs time, not tools.
  }
}
