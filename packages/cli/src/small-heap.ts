import { setFlagsFromString } from 'node:v8';

/** Node 24 gives each half of the young generation 64 MB, which fill with garbage before they are collected. */
const YOUNG = '--max-semi-space-size=4';
/** The old generation is collected when it has grown by this much; V8 may wait until it has quadrupled. */
const GROWTH = '--heap-growing-percent=70';

/**
 * Bounds the garbage that a long-lived process collects. The size of the young generation is fixed when V8 starts, so
 * where it can, the process replaces itself by one that starts with it. Returns where it cannot.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(GROWTH);
  const { execPath, execArgv, argv, env, connected } = process;
  const isGiven = [...execArgv, env.NODE_OPTIONS ?? ''].some((option) => option.includes('semi-space-size'));
  // The channel to a parent would be lost.
  if (isGiven || connected || process.versions.electron !== undefined) return;
  try {
    process.execve?.(execPath, [execPath, YOUNG, GROWTH, ...execArgv, ...argv.slice(1)], env);
  } catch {
    // Windows has no such call.
  }
}
