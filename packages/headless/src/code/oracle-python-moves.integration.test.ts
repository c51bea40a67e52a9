import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MovePlan } from '@molehill/editor/language-host';
import { expect, test } from 'vitest';
import { openPackageClient } from '../testing/code/package-client.ts';
import { type PythonPackage, writePythonProject } from '../testing/code/python-projects.ts';
import { startContext } from '../testing/host.ts';
import type { ToolClient } from '../testing/tool-client.ts';

/** Python imports the whole package after each move. */
const LIMIT = { timeout: 600_000 };

interface Moves {
  readonly name: PythonPackage;
  /** Ten files and two folders, to other folders. */
  readonly moves: readonly (readonly [from: string, to: string])[];
  /** A dynamic import that the answer names, and that the caller corrects. */
  readonly dynamic?: {
    readonly move: string;
    readonly at: string;
    readonly old: string;
    readonly now: string;
  };
}

const packages: readonly Moves[] = [
  {
    name: 'rich',
    moves: [
      ['rich/style.py', 'rich/core/style.py'],
      ['rich/console.py', 'rich/core/console.py'],
      ['rich/text.py', 'rich/core/rich_text.py'],
      ['rich/segment.py', 'rich/core/segment.py'],
      ['rich/measure.py', 'rich/core/measure.py'],
      ['rich/errors.py', 'rich/core/errors.py'],
      ['rich/_loop.py', 'rich/tools/loop.py'],
      ['rich/cells.py', 'rich/tools/cells.py'],
      ['rich/table.py', 'rich_table.py'],
      ['rich/color.py', 'rich/core/color.py'],
      ['rich/_unicode_data', 'rich/data/unicode'],
      ['rich/core', 'base/rich_core'],
    ],
    dynamic: {
      move: 'rich/_unicode_data',
      at: 'rich/data/unicode/__init__.py',
      old: '"rich._unicode_data"',
      now: '"rich.data.unicode"',
    },
  },
  {
    name: 'networkx',
    moves: [
      ['networkx/algorithms/dag.py', 'networkx/algorithms/traversal/dag.py'],
      ['networkx/algorithms/bridges.py', 'networkx/algorithms/connectivity/bridges.py'],
      ['networkx/exception.py', 'networkx/utils/exception.py'],
      ['networkx/algorithms/clique.py', 'networkx/algorithms/approximation/cliques.py'],
      ['networkx/algorithms/cycles.py', 'networkx/algorithms/traversal/cycles.py'],
      ['networkx/relabel.py', 'networkx/classes/relabel.py'],
      ['networkx/algorithms/shortest_paths/dense.py', 'networkx/algorithms/dense.py'],
      ['networkx/classes/filters.py', 'networkx/utils/filters.py'],
      ['networkx/algorithms/tree/mst.py', 'networkx/algorithms/mst.py'],
      ['networkx/readwrite/json_graph/node_link.py', 'networkx/readwrite/node_link.py'],
      ['networkx/algorithms/bipartite', 'networkx/bipartite'],
      ['networkx/readwrite/json_graph', 'networkx/json_graph'],
    ],
  },
];

/** Modules for other systems and tests without their libraries keep their reasons, under new names. */
const reasons = (broken: readonly string[]) => broken.map((line) => line.replace(/^\S+ /, '')).toSorted();

test.for(packages)('$name works after moves to other folders', LIMIT, async (given, { skip }) => {
  const client = openPackageClient();
  const project = await writePythonProject(given.name, client.folder);
  if (!project) return skip();
  const before = { smoke: await project.smoke(), broken: reasons(await project.broken()) };
  for (const [from, to] of given.moves) {
    const { edits, notes = [] } = await move(client, from, to);
    expect(edits.length, from).toBeGreaterThan(0);
    const { dynamic } = given;
    if (dynamic?.move === from) {
      expect(notes.join(' ')).toContain(`${from}/__init__.py:`);
      const path = join(client.folder, dynamic.at);
      writeFileSync(path, readFileSync(path, 'utf8').replace(dynamic.old, dynamic.now));
    }
    expect(reasons(await project.broken()), from).toEqual(before.broken);
    expect(await project.smoke(), from).toBe(before.smoke);
  }
});

/** As `rename_file` does, without comparing the diagnostics of all touched files. */
async function move({ host, folder }: ToolClient, from: string, to: string): Promise<MovePlan> {
  const paths = { from: join(folder, from), to: join(folder, to) };
  const plan = await host.language.willRenameFiles([paths], startContext);
  if (!plan || plan === 'when-applied') throw new Error(`nothing plans the move of ${from}`);
  const operations = [{ kind: 'rename', ...paths, overwrite: false } as const];
  const options = { signal: startContext.signal, save: true, dirty: 'refuse' } as const;
  await host.workspace.apply({ edits: plan.edits, operations }, options);
  return plan;
}
