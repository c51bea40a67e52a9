import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { openGit } from './git.ts';

const { signal } = new AbortController();

function repository() {
  const folder = realpathSync.native(tempFolder());
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@test', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  git('init', '-q');
  return { folder, git, write };
}

test('names changed, staged, renamed and untracked files, with any characters, and no deleted ones', async () => {
  const { folder, git, write } = repository();
  mkdirSync(join(folder, 'sub'));
  for (const name of ['same.ts', 'changed.ts', 'staged.ts', 'old.ts', 'gone.ts', 'sub/ä "x".ts'])
    write(name, `${name} ${'text '.repeat(20)}`);
  git('add', '-A');
  git('commit', '-qm', 'first');
  for (const name of ['changed.ts', 'staged.ts', 'sub/ä "x".ts']) write(name, 'other');
  renameSync(join(folder, 'old.ts'), join(folder, 'new name.ts'));
  rmSync(join(folder, 'gone.ts'));
  git('add', 'staged.ts', 'old.ts', 'new name.ts');
  write('sub/untracked.ts', '');
  const expected = ['changed.ts', 'new name.ts', 'staged.ts', 'sub/untracked.ts', 'sub/ä "x".ts'];
  const changed = await openGit({ folders: [folder], env: process.env }).changedFiles(signal);
  const found = 'files' in changed ? changed.files.toSorted() : [];
  expect(found).toEqual(expected.map((name) => join(folder, name)));
});

test('a folder inside a repository names its own files only', async () => {
  const { folder, write } = repository();
  mkdirSync(join(folder, 'sub'));
  write('a.ts', '');
  write('sub/b.ts', '');
  const git = openGit({ folders: [join(folder, 'sub')], env: process.env });
  expect(await git.changedFiles(signal)).toEqual({ files: [join(folder, 'sub/b.ts')] });
});

test('runs no program that the repository names', async () => {
  const { folder, git, write } = repository();
  write('a.ts', '');
  git('config', 'core.fsmonitor', `touch ${join(folder, 'ran')}; false`);
  const changed = await openGit({ folders: [folder], env: process.env }).changedFiles(signal);
  expect(changed).toEqual({ files: [join(folder, 'a.ts')] });
});

test('the variables of a Git hook do not lead to another repository', async () => {
  const { folder, write } = repository();
  const other = repository();
  write('a.ts', '');
  const env = { ...process.env, GIT_DIR: join(other.folder, '.git'), GIT_WORK_TREE: other.folder };
  const changed = await openGit({ folders: [folder], env }).changedFiles(signal);
  expect(changed).toEqual({ files: [join(folder, 'a.ts')] });
});

test('says why the changed files are not known', async () => {
  const folder = realpathSync.native(tempFolder());
  const none = { ...process.env, GIT_CEILING_DIRECTORIES: join(folder, '..') };
  expect(await openGit({ folders: [folder], env: none }).changedFiles(signal)).toEqual({
    unknown: 'The workspace folder is not in a Git repository.',
  });
  expect(await openGit({ folders: [folder], env: { PATH: '' } }).changedFiles(signal)).toEqual({
    unknown: 'Git is not installed.',
  });
});
