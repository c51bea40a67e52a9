// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of launch.json look like templates.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import type { StartRequest } from '@molehill/editor/host';
import { expect, test } from 'vitest';
import { Launches } from './launches.ts';
import { WorkspaceFiles } from './workspace-files.ts';

interface Project {
  readonly folder: string;
  readonly launches: Launches;
  request(launch: StartRequest['launch'], more?: Partial<StartRequest>): StartRequest;
}

function projectWith(files: Readonly<Record<string, unknown>>): Project {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const isInstalled = async (type: string) => type === 'node';
  const launches = new Launches({ files: new WorkspaceFiles([folder]), env: { REGION: 'eu' }, isInstalled });
  const request: Project['request'] = (launch, more) => ({
    launch,
    folder,
    scope: 'test',
    exceptionBreakpoints: () => undefined,
    ...more,
  });
  return { folder, launches, request };
}

const LAUNCH = '.vscode/launch.json';
const server = { name: 'server', type: 'node', request: 'launch', program: '${workspaceFolder}/server.js' };
const worker = { name: 'worker', type: 'go', request: 'attach', processId: '${command:pickProcess}' };

test('lists configurations and compounds of all files with what a caller must know', async () => {
  const { folder, launches } = projectWith({
    [LAUNCH]: `{
      // comments and a trailing comma
      "configurations": [${JSON.stringify({ ...server, preLaunchTask: 'build' })}, ${JSON.stringify(worker)},],
      "compounds": [{ "name": "both", "configurations": ["server", "worker"] }],
    }`,
    'shop.code-workspace': {
      folders: [{ path: '.' }],
      launch: { configurations: [{ ...server, name: 'from workspace', program: '${file}' }] },
    },
  });
  const program = join(folder, 'server.js');
  expect(await launches.list()).toEqual([
    {
      name: 'server',
      type: 'node',
      request: 'launch',
      folder,
      isAdapterInstalled: true,
      preLaunchTask: 'build',
      program,
    },
    {
      name: 'worker',
      type: 'go',
      request: 'attach',
      folder,
      isAdapterInstalled: false,
      inputs: ['command:pickProcess'],
    },
    { name: 'both', type: 'compound', request: 'compound', folder, isAdapterInstalled: false },
    { name: 'from workspace', type: 'node', request: 'launch', folder, isAdapterInstalled: true },
  ]);
});

test('shows them in the order of their presentation, without hidden ones', async () => {
  const named = (name: string, presentation?: object) => ({ ...server, name, presentation });
  const { launches } = projectWith({
    [LAUNCH]: {
      configurations: [
        named('plain'),
        named('z2', { group: 'z', order: 2 }),
        named('hidden', { hidden: true }),
        named('z1', { group: 'z', order: 1 }),
        named('a', { group: 'a' }),
      ],
    },
  });
  expect((await launches.list()).map(({ name }) => name)).toEqual(['a', 'z1', 'z2', 'plain']);
});

test('resolves a configuration: platform, overrides, variables, envFile, paths', async () => {
  const { folder, launches, request } = projectWith({
    [LAUNCH]: {
      configurations: [
        {
          ...server,
          program: 'src/server.js',
          cwd: 'api',
          env: { LEVEL: 'info', ROOT: '${workspaceFolder}' },
          envFile: '${workspaceFolder}/.env',
          args: ['${relativeFile}'],
          linux: { runtimeArgs: ['--here'] },
          osx: { runtimeArgs: ['--here'] },
          windows: { runtimeArgs: ['--here'] },
          presentation: { order: 1 },
        },
      ],
    },
    '.env': '# settings\nexport LEVEL=debug\nTOKEN="a b"\n',
  });
  const overrides = { env: { REGION: '${env:REGION}' }, stopOnEntry: true };
  const file = join(folder, 'src', 'a.ts');
  const plan = await launches.plan(request({ name: 'server' }, { overrides, file, noDebug: true }));
  expect(plan).toEqual({
    stopAll: false,
    sessions: [
      {
        folder,
        configuration: {
          name: 'server',
          type: 'node',
          request: 'launch',
          program: join(folder, 'api', 'src', 'server.js'),
          cwd: join(folder, 'api'),
          env: { LEVEL: 'info', ROOT: folder, TOKEN: 'a b', REGION: 'eu' },
          args: [join('src', 'a.ts')],
          runtimeArgs: ['--here'],
          stopOnEntry: true,
          noDebug: true,
          __workspaceFolder: folder,
        },
      },
    ],
  });
});

test('replaces variables in a given configuration too', async () => {
  const { folder, launches, request } = projectWith({});
  const { sessions } = await launches.plan(request({ ...server, request: 'launch' }));
  expect(sessions[0]?.configuration.program).toBe(join(folder, 'server.js'));
});

test('a compound starts its configurations, with stopAll and its task', async () => {
  const { launches, request } = projectWith({
    [LAUNCH]: {
      configurations: [server, { ...server, name: 'client', preLaunchTask: 'bundle' }],
      compounds: [
        {
          name: 'both',
          configurations: ['client', { name: 'server' }],
          stopAll: true,
          preLaunchTask: 'build',
        },
      ],
    },
  });
  const plan = await launches.plan(request({ name: 'both' }));
  expect(
    plan.sessions.map(({ configuration, preLaunchTask }) => [configuration.name, preLaunchTask?.task]),
  ).toEqual([
    ['client', 'bundle'],
    ['server', undefined],
  ]);
  expect(plan).toMatchObject({ stopAll: true, preLaunchTask: { task: 'build' } });
});

test('an unknown name is answered with the names and the nearest', async () => {
  const { launches, request } = projectWith({ [LAUNCH]: { configurations: [server, worker] } });
  await expect(launches.plan(request({ name: 'sever' }))).rejects.toMatchObject({
    code: 'E_CONFIG_NOT_FOUND',
    message:
      'There is no launch configuration "sever". Did you mean "server"? The names are: "server", "worker".',
    details: { names: ['server', 'worker'], nearest: 'server' },
  });
});

test('a project without configurations is told what to pass instead', async () => {
  const { launches, request } = projectWith({});
  await expect(launches.plan(request({ name: 'x' }))).rejects.toMatchObject({
    code: 'E_CONFIG_NOT_FOUND',
    hint: expect.stringContaining('{param:path}'),
  });
});

test('variables for a person are refused by name', async () => {
  const { launches, request } = projectWith({
    [LAUNCH]: { configurations: [{ ...worker, port: '${input:port}' }] },
  });
  await expect(launches.plan(request({ name: 'worker' }))).rejects.toMatchObject({
    code: 'E_CONFIRMATION_REQUIRED',
    message: expect.stringContaining('${command:pickProcess}, ${input:port}'),
  });
  const overrides = { processId: 12, port: 1 };
  const { sessions } = await launches.plan(request({ name: 'worker' }, { overrides }));
  expect(sessions[0]?.configuration).toMatchObject(overrides);
});

test.each([
  ['{ "configurations": [ }', 'E_CONFIG', /launch\.json, line 1/],
  ['[]', 'E_CONFIG', /not a JSON object/],
  [JSON.stringify({ configurations: [{ name: 'server' }] }), 'E_LAUNCH_FAILED', /has no type/],
  [JSON.stringify({ configurations: [{ ...server, request: 'run' }] }), 'E_LAUNCH_FAILED', /"run"/],
  [JSON.stringify({ configurations: [{ ...server, envFile: 'no.env' }] }), 'E_LAUNCH_FAILED', /no\.env/],
  [
    JSON.stringify({ compounds: [{ name: 'server', configurations: ['gone'] }] }),
    'E_CONFIG_NOT_FOUND',
    /"gone"/,
  ],
  [JSON.stringify({ compounds: [{ name: 'server' }] }), 'E_CONFIG_NOT_FOUND', /names no configurations/],
])('what is wrong in launch.json is named: %s', async (text, code, message) => {
  const { launches, request } = projectWith({ [LAUNCH]: text });
  const found = expect.objectContaining({ code, message: expect.stringMatching(message) });
  await expect(launches.plan(request({ name: 'server' }))).rejects.toEqual(found);
});
