import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pythonSources } from '../../../../test/engines/code-packages.ts';
import { writeTypescriptProject } from '../../../../test/engines/typescript-project.ts';
import { openPackageClient } from '../testing/code/package-client.ts';
import type { ToolClient } from '../testing/tool-client.ts';

const LIMIT = { timeout: 240_000 };

/** The first call starts the language server, which has everything still to load. */
async function expectAllFiles(client: ToolClient, path: string, symbol: string, least: number) {
  const call = () => client.call('rename_symbol', { path, symbol, newName: 'Renamed', preview: true });
  const cold = await call();
  const warm = await call();
  expect(cold.totalEdits).toBe(warm.totalEdits);
  expect(cold.totalEdits).toBeGreaterThan(least);
}

test(
  'a rename that starts the TypeScript server finds all files of the largest project',
  LIMIT,
  async ({ skip }) => {
    const client = openPackageClient();
    if (!(await writeTypescriptProject('effect', client.folder))) return skip();
    await expectAllFiles(client, 'src/Pipeable.ts', 'Pipeable', 160);
  },
);

test(
  'a rename that starts the Python server finds all files of the largest project',
  LIMIT,
  async ({ skip }) => {
    const client = openPackageClient();
    const sources = await pythonSources('networkx');
    if (sources === undefined) return skip();
    cpSync(join(sources, 'networkx'), join(client.folder, 'networkx'), { recursive: true });
    await expectAllFiles(client, 'networkx/classes/graph.py', 'Graph', 1200);
  },
);
