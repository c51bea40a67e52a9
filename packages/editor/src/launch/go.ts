import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { editorErrors } from '../errors.ts';
import type { DebugConfiguration } from '../host.ts';
import type { ProgramFile } from './folders.ts';

export function isGoPackage(folder: string): boolean {
  return readdirSync(folder).some((name) => name.endsWith('.go'));
}

/** Go runs packages: that of the file, or its tests for a test file. */
export async function goConfiguration({ path }: ProgramFile): Promise<DebugConfiguration> {
  const isFolder = statSync(path).isDirectory();
  const program = isFolder ? path : dirname(path);
  const isTest = path.endsWith('_test.go');
  if (!isFolder && !isTest) await assertMain(path);
  return { type: 'go', request: 'launch', name: basename(path), mode: isTest ? 'test' : 'debug', program };
}

async function assertMain(path: string): Promise<void> {
  const name = /^package\s+(\w+)/m.exec(await readFile(path, 'utf8'))?.[1] ?? '';
  if (name === 'main') return;
  throw editorErrors.fail(
    'E_LAUNCH_FAILED',
    `${basename(path)} is of the package "${name}", and only "main" runs.`,
    {
      hint: 'Start a file of the package main, or debug a test with {tool:test_debug}.',
    },
  );
}
