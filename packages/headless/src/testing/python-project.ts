import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@molehill/core/log';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import type { MovePlan } from '@molehill/editor/language-host';
import { onTestFinished } from 'vitest';
import { openHeadlessHost } from '../host.ts';
import { startContext } from './host.ts';

const run = promisify(execFile);

export type Moves = Readonly<Record<string, string>>;

/** A folder of Python files whose modules are moved by a headless host. No language server is needed. */
export function openPythonProject(
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = process.env,
) {
  const folder = realpathSync.native(tempFolder());
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const host = openHeadlessHost({ folders: [folder], stateRoot: tempFolder(), env, log: silentLog });
  onTestFinished(() => host.close());

  const plan = async (moves: Moves): Promise<MovePlan> => {
    const list = Object.entries(moves).map(([from, to]) => ({ from: at(from), to: at(to) }));
    const planned = await host.language.willRenameFiles(list, startContext);
    if (!planned || planned === 'when-applied') throw new Error('nothing plans these moves');
    return planned;
  };
  /** Applies the plan and the moves. */
  const move = async (moves: Moves): Promise<MovePlan> => {
    const planned = await plan(moves);
    const operations = Object.entries(moves).map(
      ([from, to]) => ({ kind: 'rename', from: at(from), to: at(to), overwrite: false }) as const,
    );
    const options = { signal: startContext.signal, save: true, dirty: 'refuse' } as const;
    await host.workspace.apply({ edits: planned.edits, operations }, options);
    return planned;
  };
  return {
    folder,
    plan,
    move,
    write,
    exists: (name: string) => existsSync(at(name)),
    text: (name: string) => readFileSync(at(name), 'utf8'),
    /** Modules that cannot be imported with these folders as path, with the reason. */
    broken: (...path: string[]) => brokenModules(folder, path.length === 0 ? ['.'] : path),
  };
}

const importAll = `
import importlib, sys
roots, names = sys.argv[1].split(","), sys.argv[2].split(",")
sys.path[:0] = roots
for name in names:
    try:
        importlib.import_module(name)
    except BaseException as error:
        print(f"{name}: {type(error).__name__}: {error}")
`;

async function brokenModules(folder: string, path: readonly string[]): Promise<readonly string[]> {
  const roots = path.map((name) => join(folder, name));
  const found = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.py'))
      .filter((name) => !roots.some((other) => other !== root && join(root, name).startsWith(other + sep)))
      .map((name) => name.slice(0, -3).split(sep).join('.')),
  );
  const names = found.map((name) => name.replace(/\.?__init__$/, '')).filter((name) => name !== '');
  const args = ['-B', '-c', importAll, roots.join(','), names.toSorted().join(',')];
  const { stdout } = await run('python3', args, { cwd: folder });
  return stdout.split('\n').filter(Boolean);
}
