import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { ensureStateDirectory, stateDirectory } from './paths.ts';

/**
 * Keeps the compiled form of this program, where this Node can: a quarter of the time until the first answer is compiling.
 * Call it before anything large is loaded. Whoever set Node's own variables for this has decided already.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  try {
    const root = stateDirectory(env);
    ensureStateDirectory(root);
    nodeModule.enableCompileCache?.(join(root, 'compile-cache'));
  } catch {
    // A home that cannot be written to costs time, not tools.
  }
}
