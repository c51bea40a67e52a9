import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../testing/answers.ts';
import { isTrackedByGit } from './git-index.ts';
import { jobFolderOf, prepareJobFolder } from './layout.ts';
import { readLease } from './messages.ts';
import { call, createJob, deadProcess, echo, ID, leaseOf, setUp } from './testing/set-up.ts';
import { TOKEN } from './testing/token.ts';

/** A file outside the workspace, to which a checkout links. */
function outsideFile() {
  const folder = tempFolder();
  const path = join(folder, 'precious');
  writeFileSync(path, 'precious\n');
  const expectUnchanged = () => {
    expect(readdirSync(folder)).toEqual(['precious']);
    expect(readFileSync(path, 'utf8')).toBe('precious\n');
  };
  return { folder, path, expectUnchanged };
}

describe('a job folder that came with the workspace', () => {
  const brought: Readonly<Record<string, (root: string, outside: string) => void>> = {
    'a linked .gitignore': (root, outside) => symlinkSync(outside, join(root, '.gitignore')),
    'a linked owner file': (root, outside) => symlinkSync(outside, join(root, 'owner')),
    'a linked folder': (root, outside) => symlinkSync(join(outside, '..'), join(root, 'notify')),
    'a lease': (root) => {
      mkdirSync(join(root, 'hosts'));
      writeFileSync(join(root, 'hosts', 'x.json'), JSON.stringify(leaseOf('../../x')));
    },
    'a job': (root) => mkdirSync(join(root, 'execute', ID), { recursive: true }),
    'a copied owner file': (root) => {
      mkdirSync(join(root, 'execute', ID), { recursive: true });
      writeFileSync(join(root, 'owner'), `${'0'.repeat(64)}\n`);
    },
    'another file': (root) => writeFileSync(join(root, 'README'), ''),
  };

  test.each(Object.entries(brought))(
    'is not used when it has %s, and the reason is said',
    async (_, bring) => {
      const { workspace, folder, serve } = setUp();
      const outside = outsideFile();
      mkdirSync(folder.root);
      bring(folder.root, outside.path);
      await expect(serve(echo)).rejects.toMatchObject({
        code: 'E_JOB_FOLDER',
        message: expect.stringMatching(/was not created by this installation and contains \S/),
        hint: expect.stringContaining('delete'),
      });
      outside.expectUnchanged();
      rmSync(folder.root, { recursive: true });
      await prepareJobFolder(workspace, TOKEN);
    },
  );

  test('is not used when another installation created it and left a job', async () => {
    const { workspace, folder, serve } = setUp();
    await prepareJobFolder(workspace, 'another-token');
    mkdirSync(join(folder.execute, ID));
    await expect(serve(echo)).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
  });

  test('is used when it is empty, or was created here and moved', async () => {
    const { workspace, folder } = setUp();
    mkdirSync(folder.execute, { recursive: true });
    await prepareJobFolder(workspace, 'another-token');
    const moved = join(tempFolder(), 'moved');
    renameSync(workspace, moved);
    await expect(prepareJobFolder(moved, TOKEN)).resolves.toEqual(jobFolderOf(moved));
  });

  test('is used when a killed host of another installation left its lease', async () => {
    const { workspace, folder } = setUp();
    await prepareJobFolder(workspace, 'another-token');
    const lease = join(folder.hosts, '0abc.json');
    writeFileSync(lease, JSON.stringify(leaseOf('0abc')));
    await expect(prepareJobFolder(workspace, TOKEN)).rejects.toMatchObject({ code: 'E_JOB_FOLDER' });
    writeFileSync(lease, JSON.stringify(leaseOf('0abc', deadProcess())));
    await expect(prepareJobFolder(workspace, TOKEN)).resolves.toEqual(folder);
  });

  test('is used when its leftovers are those of a killed host', async () => {
    const { workspace, folder, serve, connect } = setUp();
    await prepareJobFolder(workspace, TOKEN);
    await createJob(folder, ID, { dead: true });
    await serve(echo);
    expect(await connect().call(call)).toEqual(answerOf(call.input));
  });
});

describe('a link in a job folder that is in use', () => {
  const served = async () => {
    const { folder, serve, connect } = setUp();
    await serve(echo);
    return { folder, connect, outside: outsideFile() };
  };

  test.each(['done', 'response.json', 'error.json', 'progress.json', 'claim'])(
    'with the name of the file %s of a job is not followed',
    async (name) => {
      const { folder, connect, outside } = await served();
      const job = await createJob({ ...folder, execute: folder.tmp }, ID);
      symlinkSync(outside.path, join(job, name));
      renameSync(job, join(folder.execute, ID));
      expect(await connect().call(call)).toEqual(answerOf(call.input));
      outside.expectUnchanged();
    },
  );

  test.each(['notify', 'cancel'] as const)(
    'with the name of a marker in %s is not followed',
    async (part) => {
      const { folder, connect, outside } = await served();
      symlinkSync(outside.path, join(folder[part], ID));
      const job = await createJob({ ...folder, execute: folder.tmp }, ID);
      renameSync(job, join(folder.execute, ID));
      await expect.poll(() => readdirSync(join(folder.execute, ID))).toContain('done');
      expect(await connect().call(call)).toEqual(answerOf(call.input));
      outside.expectUnchanged();
    },
  );

  test('at the place of a job is not entered', async () => {
    const { folder, connect, outside } = await served();
    symlinkSync(outside.folder, join(folder.execute, ID));
    expect(await connect().call(call)).toEqual(answerOf(call.input));
    outside.expectUnchanged();
  });

  test.skipIf(process.platform === 'win32')('to an endless device is answered with an error', async () => {
    const { folder } = await served();
    const job = join(folder.tmp, ID);
    mkdirSync(job);
    symlinkSync('/dev/zero', join(job, 'command.json'));
    symlinkSync('/dev/zero', join(folder.hosts, 'zero.json'));
    renameSync(job, join(folder.execute, ID));
    const error = join(folder.execute, ID, 'error.json');
    await expect.poll(() => readdirSync(join(folder.execute, ID))).toContain('done');
    expect(readFileSync(error, 'utf8')).toContain('E_JOB_FOLDER');
  });
});

test('a lease whose host id would lead to another file is not read', async () => {
  const { workspace } = setUp();
  const folder = await prepareJobFolder(workspace, TOKEN);
  const path = join(folder.hosts, 'x.json');
  for (const [hostId, isValid] of [
    ['../../x', false],
    ['a/b', false],
    ['', false],
    ['0abc', true],
  ] as const) {
    writeFileSync(path, JSON.stringify(leaseOf(hostId)));
    expect((await readLease(path)) !== undefined).toBe(isValid);
  }
});

describe('a job folder that git tracks', () => {
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@test', ...args], { cwd, stdio: 'pipe' });

  function repository(...init: readonly string[]) {
    const root = tempFolder();
    git(root, 'init', '-q', ...init);
    const add = (path: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), path);
      git(root, 'add', '-f', path);
    };
    return { root, add, isTracked: (workspace = root) => isTrackedByGit(jobFolderOf(workspace).root) };
  }

  test('is not used, and the reason is said', async () => {
    const { root, add } = repository();
    const folder = await prepareJobFolder(root, TOKEN);
    add('.vsc-bridge/hosts/x.json');
    await expect(prepareJobFolder(root, TOKEN)).rejects.toMatchObject({
      code: 'E_JOB_FOLDER',
      message: expect.stringContaining('git tracks files in it'),
    });
    git(root, 'rm', '-q', '--cached', '-r', '.vsc-bridge');
    await expect(prepareJobFolder(root, TOKEN)).resolves.toEqual(folder);
  });

  test.each(['2', '4'])('is recognised in an index of version %s', async (version) => {
    const { root, add, isTracked } = repository();
    git(root, 'config', 'index.version', version);
    for (const path of ['.gitattributes', '.vsc', '.vsc-bridge-notes', 'ä/.vsc-bridge/x', 'z']) add(path);
    expect(isTracked()).toBe(false);
    expect(isTracked(join(root, 'ä'))).toBe(true);
    add('.vsc-bridge/execute/x');
    git(root, 'update-index', '--index-version', version);
    expect(isTracked()).toBe(true);
  });

  test('is recognised with SHA-256, with flags of version 3, and in a linked worktree', async () => {
    const modern = repository('--object-format=sha256');
    modern.add('a');
    expect(modern.isTracked()).toBe(false);
    modern.add('.vsc-bridge/x');
    expect(modern.isTracked()).toBe(true);

    const { root, add, isTracked } = repository();
    add('.vsc-bridge/x');
    writeFileSync(join(root, '.early'), '');
    git(root, 'add', '-N', '.early');
    expect(isTracked()).toBe(true);
    git(root, 'commit', '-q', '-m', 'x');
    const worktree = join(tempFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', worktree);
    expect(isTracked(worktree)).toBe(true);
    expect(isTracked(join(worktree, 'sub'))).toBe(false);
  });

  test('is not assumed without an index', () => {
    expect(repository().isTracked()).toBe(false);
    expect(isTrackedByGit(jobFolderOf(tempFolder()).root)).toBe(false);
  });
});
