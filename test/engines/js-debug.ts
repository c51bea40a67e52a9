import { debugAdapter } from './debug-adapters.ts';

/** Path of js-debug's server: `node <path> PORT 127.0.0.1`. */
export async function jsDebugServer(): Promise<string> {
  const path = await debugAdapter('js-debug');
  if (path === undefined) throw new Error('js-debug could not be installed: npm is needed');
  return path;
}
