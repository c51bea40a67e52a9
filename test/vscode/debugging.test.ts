import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DebugContractHost, describeDebugging } from '@molehill/headless/testing/debug-contract';
import { javascript, typescriptBySourceMap } from '@molehill/headless/testing/debugged-programs';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { codeServer } from '../engines/code-server.ts';
import { openTestWindow } from './support/window.ts';

const engine = await codeServer();
let window: Awaited<ReturnType<typeof openTestWindow>> | undefined;

beforeAll(async () => {
  if (engine) window = await openTestWindow(engine, { 'empty.txt': '' });
});
afterAll(() => window?.close());

/** One window for all tests: each replaces the files of its folder. */
const vscode: DebugContractHost = {
  name: 'in VS Code',
  isMissing: async () => engine === undefined,
  open(copy) {
    if (!window) throw new Error('no window');
    const { folder, write, call, read } = window;
    for (const name of readdirSync(folder))
      if (name !== '.vsc-bridge') rmSync(join(folder, name), { recursive: true, force: true });
    cpSync(copy, folder, { recursive: true });
    onTestFinished(async () => {
      await read('debug_stop', { all: true });
      await call('breakpoint_clear', {});
    });
    return {
      folder,
      write,
      call: (tool, input = {}) => call(tool, input),
      read: (tool, input = {}) => read(tool, input),
    };
  },
};

await describeDebugging(javascript, vscode);
await describeDebugging(typescriptBySourceMap, vscode);
