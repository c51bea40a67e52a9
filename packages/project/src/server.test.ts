import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openPortMap } from '@molehill/bridge/ports';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describeAnyInput } from '@molehill/serve/testing/any-input';
import { describeServerContract } from '@molehill/serve/testing/server-contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectServer } from './server.ts';
import { projectOf } from './testing/fixture-project.ts';
import { connectProject, openProject } from './testing/open-project.ts';

const server = projectServer({
  log: silentLog,
  stateRoot: '/nonexistent/molehill-state',
  redactor: createRedactor(),
});
describeServerContract(server);
describeAnyInput(server, 10);

test('it is the server and the tools that clients know', () => {
  expect(server).toMatchObject({ id: 'project', version: '1.1.0' });
  const inputs = server.tools.map(({ name, input }) => [name, Object.keys(input.shape)]);
  expect(inputs).toEqual([
    ['get-tables', ['projectRoot']],
    ['get-schema', ['projectRoot', 'table']],
    ['get-database-type', ['projectRoot']],
    ['run-query', ['projectRoot', 'query']],
  ]);
  expect(server.tools.map(({ effects }) => effects.worst)).toEqual(['reads', 'reads', 'reads', 'destroys']);
});

const more: Readonly<Record<string, object>> = {
  'get-tables': {},
  'get-schema': { table: 't' },
  'get-database-type': {},
  'run-query': { query: 'SELECT 1' },
};

describe.each(Object.entries(more))('%s says, word for word', (name, rest) => {
  const failing = async (stateRoot: string, projectRoot: string) => {
    const { call } = await connectProject(stateRoot);
    return call(name, { projectRoot, ...rest });
  };

  test('that a relative path will not do', async () => {
    const answer = await failing(tempFolder(), 'shop');
    expect(answer).toMatchObject({ isError: true, text: 'Error: projectRoot must be an absolute path' });
    expect(answer.structured).toMatchObject({
      error: { code: 'E_PROJECT_ROOT', hint: expect.stringContaining('absolute path') },
    });
  });

  test('that there is nothing', async () => {
    const answer = await failing(tempFolder(), join(tempFolder(), 'gone'));
    expect(answer).toMatchObject({ isError: true, text: 'Error: projectRoot does not exist' });
  });

  test('that nobody has the project open', async () => {
    const projectRoot = tempFolder();
    const answer = await failing(tempFolder(), projectRoot);
    expect(answer).toMatchObject({
      isError: true,
      text: `MCP server not running for project: ${projectRoot}`,
    });
    expect(answer.structured).toMatchObject({ error: { code: 'E_PROJECT_NOT_RUNNING', retryable: true } });
  });

  test('that there is no database, and programs learn why', async () => {
    const projectRoot = projectOf({
      'prisma/schema.prisma': 'datasource db {\n  provider = "postgresql"\n  url = env("UNSET")\n}\n',
    });
    const stateRoot = tempFolder();
    await openProject(projectRoot, stateRoot);
    const answer = await failing(stateRoot, projectRoot);
    expect(answer).toMatchObject({ isError: true, text: 'Could not establish database connection' });
    const hint = expect.stringMatching(/schema\.prisma:1 .*UNSET, which is not set.*\.molehill\.json/);
    expect(answer.structured).toMatchObject({ error: { hint, details: { code: 'E_NO_DATABASE' } } });
  });
});

describe('an entry that is not true', () => {
  const stale = async (projectRoot: string, stateRoot: string) => {
    const { call } = await connectProject(stateRoot);
    const answer = await call('get-tables', { projectRoot });
    expect(answer).toMatchObject({
      isError: true,
      text: `MCP server not running for project: ${projectRoot}`,
    });
    return answer;
  };

  test('nobody listens any more', async () => {
    const [projectRoot, stateRoot] = [tempFolder(), tempFolder()];
    const { port, close } = await openProject(projectRoot, stateRoot);
    await close();
    await openPortMap(stateRoot).claim(projectRoot, async () => ({ port, close: () => {} }), port);
    await stale(projectRoot, stateRoot);
  });

  test('a stranger listens: it gets no token and its answer is nothing', async () => {
    const [projectRoot, stateRoot] = [tempFolder(), tempFolder()];
    const asked: { url: string | undefined; authorization: string | undefined }[] = [];
    const stranger = createServer(({ url, headers: { authorization } }, response) => {
      asked.push({ url, authorization });
      response.end(JSON.stringify({ projectRoot, pid: 1, version: '1.1.0', proof: 'x', tables: ['stolen'] }));
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const { port } = stranger.address() as AddressInfo;
    await openPortMap(stateRoot).claim(projectRoot, async () => ({ port, close: () => {} }), port);
    await stale(projectRoot, stateRoot);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      url: expect.stringMatching(/^\/health\?challenge=/),
      authorization: undefined,
    });
  });

  test('another project is served there', async () => {
    const [projectRoot, other, stateRoot] = [tempFolder(), tempFolder(), tempFolder()];
    await openProject(projectRoot, stateRoot, { claims: other });
    const answer = await stale(projectRoot, stateRoot);
    expect(answer.structured).toMatchObject({
      error: { details: { reason: expect.stringContaining(other) } },
    });
  });
});
