import { basename } from 'node:path';
import type { DebugConfiguration } from '../host.ts';
import { findUpwards, type ProgramFile } from './folders.ts';

const NODE = process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/.bin/node';

/** The Node that the project has installed as a package, where it has. */
export function projectNode(file: ProgramFile): string | undefined {
  return findUpwards(file, NODE);
}

export function nodeConfiguration(
  file: ProgramFile,
  more: Readonly<Record<string, unknown>> = {},
): DebugConfiguration {
  const runtimeExecutable = projectNode(file);
  return {
    type: 'node',
    request: 'launch',
    name: basename(file.path),
    program: file.path,
    skipFiles: ['<node_internals>/**'],
    ...(runtimeExecutable === undefined ? {} : { runtimeExecutable }),
    ...more,
  };
}
