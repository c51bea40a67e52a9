import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startContext } from '../testing/host.ts';
import { openTestLanguages } from '../testing/language-host.ts';

test('TypeScript sees packages that were installed and updated a moment ago', async () => {
  const { host, at, write } = openTestLanguages({
    'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "types": [] } }',
    'package.json': '{ "type": "module" }',
    'a.ts': "import { size } from 'box';\nexport const length: number = size();\n",
  });
  const install = (version: string, type: string) => {
    write('node_modules/box/package.json', `{ "name": "box", "version": "${version}", "types": "box.d.ts" }`);
    write('node_modules/box/box.d.ts', `export declare function size(): ${type};\n`);
    write('node_modules/.package-lock.json', `{ "box": "${version}" }`);
  };
  const codes = async () => {
    const { files } = await host.diagnostics([at('a.ts')], { waitMs: 10_000 }, startContext);
    return files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  };
  expect(await codes()).toEqual([2307]);
  install('1.0.0', 'string');
  expect(await codes()).toEqual([2322]);
  install('2.0.0', 'number');
  expect(await codes()).toEqual([]);
  const [before] = host.servers();
  expect(await codes()).toEqual([]);
  expect(host.servers()[0]?.pid).toBe(before?.pid);
});

test('Python sees packages that were installed a moment ago', async () => {
  const { host, at, write } = openTestLanguages({ 'a.py': 'import box\n\nlength: int = box.size()\n' });
  const codes = async () => {
    const { files } = await host.diagnostics([at('a.py')], { waitMs: 10_000 }, startContext);
    return files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  };
  execFileSync('python3', ['-m', 'venv', '--without-pip', at('.venv')]);
  const [version = ''] = readdirSync(at('.venv/lib'));
  expect(await codes()).toContain('reportMissingImports');
  write(`.venv/lib/${version}/site-packages/box/__init__.py`, 'def size() -> int: ...\n');
  write(`.venv/lib/${version}/site-packages/box/py.typed`, '');
  expect(await codes()).toEqual([]);
});
