import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceChange } from '@molehill/editor/workspace-change';
import { replaceText } from './workspace.ts';

const FILES = Array.from({ length: 50 }, (_, index) => `file-${index}.ts`);

/** The state that `toggled` changes, and changes back. */
export const toggleFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FILES.map((name) => [`old/${name}`, `export const name = 'old';\n`])),
  'swap/a': 'a',
  'swap/b': 'b',
  'only-old': 'only in the old state',
};

/** Edits of 50 files; moves of their folder and of two other files; and a file of each state. */
export function toggled(folder: string): WorkspaceChange {
  const [from, to] = existsSync(join(folder, 'old')) ? ['old', 'new'] : ['new', 'old'];
  const at = (name: string) => join(folder, name);
  const rename = (a: string, b: string) =>
    ({ kind: 'rename', from: at(a), to: at(b), overwrite: false }) as const;
  return {
    edits: FILES.map((name) => replaceText(at(`${from}/${name}`), `'${from}'`, `'${to}'`)),
    operations: [
      rename(from, `parent/${to}`),
      rename(`parent/${to}`, to),
      { kind: 'delete', path: at('parent') },
      rename('swap/a', 'swap/c'),
      rename('swap/b', 'swap/a'),
      rename('swap/c', 'swap/b'),
      { kind: 'delete', path: at(`only-${from}`) },
      { kind: 'create', path: at(`only-${to}`), text: `only in the ${to} state` },
    ],
  };
}
