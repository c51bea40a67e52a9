import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configurationOfFile } from '@molehill/editor/launch/from-file';
import { expect, test } from 'vitest';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { npmPackages } from '../../../../test/engines/cache.ts';
import { installOldestNode, whyNoOldestNode } from '../../../../test/engines/node.ts';
import { openTestHost, startContext, startOf, type TestHostWithRecords } from '../testing/host.ts';

const root = join(import.meta.dirname, '../../../..');
const typescript = `interface Item {
  price: number;
}
export function total(items: Item[]): number {
  return items.reduce((sum, { price }) => sum + price, 0);
}
console.log('total', total([{ price: 1 }, { price: 5 }]));
`;

function projectWith(files: Readonly<Record<string, string>>): TestHostWithRecords {
  const opened = openTestHost({});
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(opened.folder, name)), { recursive: true });
    writeFileSync(join(opened.folder, name), text);
  }
  return opened;
}

function build(folder: string): void {
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
}

/** Starts the file alone, and returns the line of the file where it stopped. */
async function debug(opened: TestHostWithRecords, name: string, line: number) {
  const { host, folder, records } = opened;
  const path = join(folder, name);
  const configuration = await configurationOfFile(path, folder);
  const location = { kind: 'line' as const, path, line };
  await host.debug.breakpoints.put({ id: 'a', scope: 'test', isEnabled: true, location });
  await host.debug.start(startOf(folder, configuration), startContext);
  const { session, event } = await records.next('stopped');
  const { threadId } = event.body;
  const stack = (await session.send('stackTrace', { threadId, levels: 1 })) as {
    readonly stackFrames: readonly { readonly line: number; readonly source: { readonly path: string } }[];
  };
  await host.debug.breakpoints.remove(['a']);
  await session.send('continue', { threadId });
  await session.ended;
  expect(records.output()).toContain('total 6');
  expect(stack.stackFrames[0]).toMatchObject({ line, source: { path } });
  return configuration;
}

const tsconfig = (options: object) =>
  JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      sourceMap: true,
      types: [],
      lib: ['es2023', 'dom'],
      ...options,
    },
  });

test('TypeScript by the built file in outDir', async () => {
  const opened = projectWith({
    'package.json': '{"type":"module"}',
    'tsconfig.base.json': tsconfig({ outDir: 'dist', rootDir: 'src' }),
    'tsconfig.json': '{ "extends": "./tsconfig.base.json", /* all */ "include": ["src"] }',
    'src/total.ts': typescript,
  });
  build(opened.folder);
  const { program } = await debug(opened, 'src/total.ts', 5);
  expect(program).toBe(join(opened.folder, 'dist/total.js'));
});

test('TypeScript by the built file beside it', async () => {
  const opened = projectWith({
    'tsconfig.json': tsconfig({ inlineSourceMap: true, sourceMap: false }),
    'total.mts': typescript,
  });
  build(opened.folder);
  const { program } = await debug(opened, 'total.mts', 5);
  expect(program).toBe(join(opened.folder, 'total.mjs'));
});

test('TypeScript by Node’s type stripping where nothing was built, or the built file is old', async () => {
  const opened = projectWith({
    'package.json': '{"type":"module"}',
    'tsconfig.json': tsconfig({ outDir: 'dist', rootDir: '.' }),
    'src/total.ts': typescript,
  });
  const { folder } = opened;
  const path = join(folder, 'src/total.ts');
  expect((await configurationOfFile(path, folder)).program).toBe(path);
  build(folder);
  utimesSync(join(folder, 'dist/src/total.js'), 1, 1);
  const { program } = await debug(opened, 'src/total.ts', 5);
  expect(program).toBe(path);
});

test('TypeScript by tsx where Node cannot run it', async () => {
  const opened = projectWith({
    'package.json': '{"type":"module"}',
    'src/price.ts': 'export enum Price {\n  Small = 1,\n  Large = 5,\n}\n',
    'src/total.ts':
      'import { Price } from "./price";\nconst sum: number = Price.Small + Price.Large;\nconsole.log("total", sum);\n',
  });
  const packages = await npmPackages('tsx-4.20.6', ['tsx@4.20.6']);
  symlinkSync(join(packages, 'node_modules'), join(opened.folder, 'node_modules'));
  const { runtimeArgs } = await debug(opened, 'src/total.ts', 3);
  expect(runtimeArgs).toEqual(['--import', expect.stringMatching(/tsx\/dist\/loader\.mjs$/)]);
});

test('TypeScript that nothing can run is answered with what to do', async ({ skip }) => {
  if (whyNoOldestNode()) skip(whyNoOldestNode());
  const { folder } = projectWith({ 'total.ts': typescript });
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(await installOldestNode(), join(folder, 'node_modules/.bin/node'));
  await expect(configurationOfFile(join(folder, 'total.ts'), folder)).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: expect.stringMatching(
      /^total\.ts cannot be run: there is no built file.* Node\.js 20\.19\.0 .* no tsx\.$/,
    ),
    hint: expect.stringContaining('npm install --save-dev tsx'),
  });
});

test('JavaScript by the Node that the project has installed', async () => {
  const opened = projectWith({
    'total.cjs': 'const prices = [1, 5];\nconsole.log("total", prices[0] + prices[1]);\n',
  });
  const bin = join(opened.folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  expect(await debug(opened, 'total.cjs', 2)).toMatchObject({ runtimeExecutable: join(bin, 'node') });
});

test('Python by the virtual environment of the project', async () => {
  const opened = projectWith({ 'app/total.py': 'import sys\nprint(sys.prefix)\nprint("total", 1 + 5)\n' });
  const environment = join(opened.folder, '.venv');
  execFileSync('python3', ['-m', 'venv', '--without-pip', environment]);
  const { python } = await debug(opened, 'app/total.py', 3);
  expect(python).toBe(join(environment, 'bin/python'));
  expect(opened.records.output()).toContain(environment);
});

test('Go by the package of the file, its tests for a test file, and no other package', async () => {
  const opened = projectWith({
    'go.mod': 'module shop\n\ngo 1.20\n',
    'main.go': 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("total", 1+5)\n}\n',
    'price/price.go': 'package price\n\nfunc Of() int { return 6 }\n',
    'price/price_test.go': 'package price\n\nimport "testing"\n\nfunc TestOf(t *testing.T) { Of() }\n',
  });
  const { folder } = opened;
  expect(await configurationOfFile(join(folder, 'price/price_test.go'), folder)).toMatchObject({
    mode: 'test',
    program: join(folder, 'price'),
  });
  expect(await configurationOfFile(folder, folder)).toMatchObject({ mode: 'debug', program: folder });
  await expect(configurationOfFile(join(folder, 'price/price.go'), folder)).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: 'price.go is of the package "price", and only "main" runs.',
  });
  await debug(opened, 'main.go', 6);
});

test('C by the executable of its name, which must be newer', async ({ skip }) => {
  const compiler = cCompiler() ?? skip();
  const opened = projectWith({
    'total.c':
      '#include <stdio.h>\nint main(void) {\n  int sum = 1 + 5;\n  printf("total %d\\n", sum);\n  return 0;\n}\n',
  });
  const { folder } = opened;
  const path = join(folder, 'total.c');
  await expect(configurationOfFile(path, folder)).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    hint: expect.stringContaining('cc -g -O0 -o total total.c'),
  });
  execFileSync(compiler, ['-g', '-O0', '-o', 'total', 'total.c'], { cwd: folder });
  expect(await debug(opened, 'total.c', 4)).toMatchObject({ program: join(folder, 'total') });
  expect(await configurationOfFile(join(folder, 'total'), folder)).toMatchObject({ type: 'lldb' });
  utimesSync(join(folder, 'total'), 1, 1);
  await expect(configurationOfFile(path, folder)).rejects.toThrow(
    'total.c cannot be run: total is older than it.',
  );
});

test('a script without an extension by its first line; other files are refused', async () => {
  const { folder } = projectWith({
    run: '#!/usr/bin/env node\nconsole.log(1);\n',
    tool: '#!/usr/bin/env python3\nprint(1)\n',
    'notes.txt': 'nothing to run',
  });
  chmodSync(join(folder, 'run'), 0o755);
  expect(await configurationOfFile(join(folder, 'run'), folder)).toMatchObject({ type: 'node' });
  expect(await configurationOfFile(join(folder, 'tool'), folder)).toMatchObject({ type: 'debugpy' });
  await expect(configurationOfFile(join(folder, 'notes.txt'), folder)).rejects.toMatchObject({
    code: 'E_LAUNCH_FAILED',
    message: 'It is not known how to run notes.txt.',
  });
});
