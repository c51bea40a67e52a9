import { afterEach, describe, expect, test } from 'vitest';
import { runInspector } from '../clients/inspector.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { type HttpServer, molehillBin, startUp, vscbBin } from './support/molehill.ts';
import { cleanEnvironment } from './support/processes.ts';

afterEach(endEverything);

/** Runs the Inspector's CLI without the user's settings and reads its output. */
async function inspect(args: readonly string[]) {
  const home = temporaryFolder();
  const run = await runInspector(args, { cwd: home, env: cleanEnvironment(home) });
  expect(run, run.stderr).toMatchObject({ exitCode: 0 });
  return { output: JSON.parse(run.stdout) as unknown, complaints: run.stderr };
}

const overStdio = (program: string) => () => [
  '-e',
  `MOLEHILL_HOME=${temporaryFolder()}`,
  process.execPath,
  program,
  'mcp',
];

const overHttp = (path: string) => async () => {
  const server: HttpServer = await startUp();
  return [`${server.url}${path}`, '--header', `Authorization: Bearer ${server.token}`];
};

const history = {
  name: 'molehill__call_history',
  args: ['limit=5'],
  // The Inspector chooses a log level first.
  data: { calls: [expect.objectContaining({ arguments: ['level'], outcome: 'ok' })], cursor: null },
};
const windows = { name: 'bridge_status', args: ['all=false'], data: { sessions: 0, windows: [] } };

const targets = [
  { name: 'molehill mcp', target: overStdio(molehillBin), tool: history },
  { name: 'vscb mcp', target: overStdio(vscbBin), tool: windows },
  { name: 'molehill up, Streamable HTTP', target: overHttp('/mcp'), tool: history },
  { name: 'molehill up, legacy SSE', target: overHttp('/sse'), tool: history },
];

describe.each(targets)('the Inspector on $name', ({ target, tool }) => {
  test('finds no problem with --strict, and no schema with a list of types', async () => {
    const { output, complaints } = await inspect([...(await target()), '--method', 'tools/list', '--strict']);
    expect(output).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: tool.name })]),
    });
    expect(complaints).not.toMatch(/`type` is an array/);
  });

  test('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', tool.name, '--tool-arg', ...tool.args];
    const { output } = await inspect([...(await target()), ...call]);
    expect(output).toMatchObject({
      content: [{ type: 'text' }],
      structuredContent: { ok: true, data: tool.data },
    });
  });
});

test('the Inspector calls a tool with protocol 2026-07-28', async () => {
  const call = ['--method', 'tools/call', '--tool-name', 'molehill__status', '--protocol-era', 'modern'];
  const { output } = await inspect([...overStdio(molehillBin)(), ...call]);
  expect(output).toMatchObject({ structuredContent: { ok: true, data: { version: expect.any(String) } } });
});
