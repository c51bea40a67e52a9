import { type DebugContractHost, describeDebugging } from '@molehill/headless/testing/debug-contract';
import { javascript, typescriptBySourceMap } from '@molehill/headless/testing/debugged-programs';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { codeServer } from '../engines/code-server.ts';
import { Editor, fill, WindowAgent, type WindowRecord } from './support/editor.ts';

const engine = await codeServer();
let editor: Editor | undefined;
let window: WindowRecord | undefined;

beforeAll(async () => {
  if (!engine) return;
  editor = await Editor.start(engine);
  window = (await editor.open(editor.folder('debugged'))).record;
});
afterAll(() => editor?.close());

/** One window for all tests: each replaces the files of its folder. */
const vscode: DebugContractHost = {
  name: 'in VS Code',
  isMissing: async () => engine === undefined,
  async open(copy) {
    if (!window) throw new Error('no window');
    const [folder = ''] = window.folders;
    const write = fill(folder, copy);
    const agent = await WindowAgent.connect(window);
    // Over HTTP the requests of all agents are one caller's, so what it opened outlives the connection.
    onTestFinished(async () => {
      await agent.read('debug_stop', { all: true });
      await agent.call('breakpoint_clear');
      await agent.close();
    });
    return {
      folder,
      write,
      call: (tool, input) => agent.call(tool, input),
      read: (tool, input) => agent.read(tool, input),
    };
  },
};

await describeDebugging(javascript, vscode);
await describeDebugging(typescriptBySourceMap, vscode);
