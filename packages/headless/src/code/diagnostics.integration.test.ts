import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { openCodeClient } from '../testing/code-client.ts';
import { openDebugClient } from '../testing/debug-client.ts';

const project = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, module: 'nodenext', noUnusedLocals: true },
  }),
  'src/good.ts': 'export const good = 1;\n',
  'src/bad.ts': 'export const bad: string = 1;\nconst unused = 2;\n',
  'src/deep/worse.ts': "import { none } from './none.js';\nexport const worse: number = none;\n",
};

describe('diagnostic_list', () => {
  test('names the problems of files and of folders, the worst first', async () => {
    const { call } = openCodeClient({ files: project });
    const one = await call('diagnostic_list', { paths: ['src/bad.ts'] });
    expect(one).toMatchObject({ files: 1, settled: true });
    expect(one.diagnostics).toContainEqual({
      path: 'src/bad.ts',
      line: 1,
      column: 14,
      severity: 'error',
      code: '2322',
      source: expect.any(String),
      message: expect.stringContaining("'number' is not assignable to type 'string'"),
    });
    const all = await call('diagnostic_list', { paths: ['src'] });
    expect(all.files).toBe(3);
    expect(new Set(all.diagnostics.map(({ path }) => path))).toEqual(
      new Set(['src/bad.ts', 'src/deep/worse.ts']),
    );
  });

  test('sees a file that was written a moment ago', async () => {
    const { call, write } = openCodeClient({ files: project });
    expect((await call('diagnostic_list', { paths: ['src/good.ts'] })).diagnostics).toEqual([]);
    write('src/good.ts', 'export const good: string = 1;\n');
    expect((await call('diagnostic_list', { paths: ['src/good.ts'] })).counts.error).toBe(1);
    write('src/good.ts', 'export const good: string = "1";\n');
    expect((await call('diagnostic_list', { paths: ['src/good.ts'] })).counts.error).toBe(0);
  });

  test('filters by severity, source and limit, and still counts all', async () => {
    const { call, read } = openCodeClient({ files: project });
    const all = await call('diagnostic_list', { paths: ['src/bad.ts'], severity: 'hint' });
    const { counts } = all;
    expect(counts.error).toBeGreaterThan(0);
    const total = counts.error + counts.warning + counts.info + counts.hint;
    expect(all.diagnostics).toHaveLength(total);
    const errors = await call('diagnostic_list', { paths: ['src/bad.ts'], severity: 'error' });
    expect(errors.counts).toEqual(counts);
    expect(errors.diagnostics).toHaveLength(counts.error);
    const source = all.diagnostics[0]?.source ?? '';
    const without = await call('diagnostic_list', { paths: ['src/bad.ts'], excludeSources: [source] });
    expect(without.diagnostics).toEqual([]);
    const only = await call('diagnostic_list', { paths: ['src/bad.ts'], sources: ['eslint'] });
    expect(only.diagnostics).toEqual([]);
    expect(await read('diagnostic_list', { paths: ['src'], limit: 1 })).toMatch(/cut this answer at 1 of \d/);
  });

  test('checks the files changed since the last commit by default', async () => {
    const { call, write, folder } = openCodeClient({ files: project });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@test', ...args], {
        cwd: folder,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const clean = await call('diagnostic_list');
    expect(clean).toMatchObject({ files: 0, diagnostics: [], hint: expect.stringContaining('paths') });
    write('src/good.ts', 'export const good: string = 1;\n');
    write('notes.md', 'text');
    const changed = await call('diagnostic_list');
    expect(changed).toMatchObject({ files: 1, counts: { error: 1 } });
    expect(changed.diagnostics.map(({ path }) => path)).toEqual(['src/good.ts']);
    expect(changed.unchecked).toBeUndefined();
  });

  test('asks for paths where no version control is', async () => {
    const { read } = openCodeClient({ files: project });
    expect(await read('diagnostic_list')).toMatch(/^\[E_INVALID_PARAMS\] .*Git repository.*Pass .*paths/s);
  });

  test('says which files nobody checked, and fails where nobody checked any', async () => {
    const { call, read } = openCodeClient({ files: { ...project, 'notes.txt': '' } });
    const result = await call('diagnostic_list', { paths: ['src/good.ts', 'notes.txt'] });
    expect(result).toMatchObject({ files: 1, unchecked: [{ files: 1, example: 'notes.txt' }] });
    expect(await read('diagnostic_list', { paths: ['src/missing.ts'] })).toMatch(/^\[E_FILE_NOT_FOUND\]/);
    const bare = openDebugClient({ files: project, adapters: 'none' });
    expect(await bare.read('diagnostic_list', { paths: ['src/good.ts'] })).toMatch(
      /^\[E_NO_LANGUAGE_SERVER\] .*molehill adapters install typescript/s,
    );
  });
});

test('diagnostic_collect reports servers, adapters and errors, without secrets', async () => {
  const { call, read } = openCodeClient({ files: project });
  await call('diagnostic_list', { paths: ['src/good.ts'] });
  await read('diagnostic_list', { paths: ['src/password=hunter22.ts'] });
  const report = await call('diagnostic_collect', { maxTokens: 5000 });
  expect(report).toMatchObject({
    host: 'headless',
    node: process.version,
    folders: [{ trusted: true }],
    languageServers: [{ name: 'typescript', state: 'ready' }],
    errors: [{ tool: 'diagnostic_list', code: 'E_FILE_NOT_FOUND' }],
  });
  expect(report.adapters.map(({ name }) => name)).toContain('js-debug');
  expect(JSON.stringify(report)).not.toContain('hunter22');
});
