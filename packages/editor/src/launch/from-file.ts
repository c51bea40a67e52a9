import { basename, extname } from 'node:path';
import type { DebugConfiguration } from '../host.ts';

const TYPES: Readonly<Record<string, string>> = { '.py': 'debugpy', '.go': 'go' };

export async function configurationOfFile(path: string, _folder: string): Promise<DebugConfiguration> {
  return { type: TYPES[extname(path)] ?? 'node', request: 'launch', name: basename(path), program: path };
}
