const assert = require('node:assert/strict');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');

/** Calls of which neither the answer nor its order depends on the time. */
const calls = [
  ['editor_context', {}],
  ['launch_list', {}],
  ['breakpoint_set', { path: 'main.js', line: 1 }],
  ['breakpoint_list', {}],
  ['debug_evaluate', { expression: '1' }],
  ['debug_start', { path: 'missing.js' }],
  ['breakpoint_set', { path: 'main.js', line: 'one' }],
];

/** A language model tool answers with the text that a client over HTTP reads. */
exports.run = async () => {
  await vscode.extensions.getExtension('molehill.molehill-vscode').activate();
  const http = await httpClient();
  for (const [name, input] of calls) {
    const result = await vscode.lm.invokeTool(`molehill_${name}`, { input, toolInvocationToken: undefined });
    const text = result.content.map((part) => part.value).join('');
    const { content } = await http.callTool({ name, arguments: input });
    assert.equal(withoutIds(text), withoutIds(content[0].text), name);
    console.log(`${name}: ${text.split('\n')[0]}`);
  }
  await http.close();
};

/** Breakpoints are numbered for each caller or for all; an answer is equal with another number. */
function withoutIds(text) {
  return text.replace(/\bbp\d+\b/g, 'bp');
}

async function httpClient() {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const state = process.env.MOLEHILL_HOME;
  const [folder] = vscode.workspace.workspaceFolders;
  const records = () => {
    const names = readdirSync(join(state, 'windows')).filter((name) => name.endsWith('.json'));
    return names.map((name) => JSON.parse(readFileSync(join(state, 'windows', name), 'utf8')));
  };
  let record;
  while (!record) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    record = records().find(({ folders }) => folders.includes(folder.uri.fsPath));
  }
  const Authorization = `Bearer ${readFileSync(join(state, 'http-token'), 'utf8').trim()}`;
  const client = new Client({ name: 'in-host', version: '1.0.0' });
  const address = new URL(`http://127.0.0.1:${record.port}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: { Authorization } } }),
  );
  return client;
}
