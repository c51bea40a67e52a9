import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Catalogue, createCatalogue } from '@molehill/core/catalogue';
import { type Effect, effectsFromHints, hintsFromEffects } from '@molehill/core/effects';
import { toolSummary } from '@molehill/core/summary';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { createToolList } from '@molehill/core/tool-list';
import { isUpstreamTool } from '@molehill/core/upstream';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkbench, type WorkbenchFlags } from './workbench.ts';

async function open(mode: WorkbenchFlags['mode']) {
  const env = { MOLEHILL_HOME: tempFolder(), HOME: tempFolder() };
  const workbench = await openWorkbench({ workspace: tempFolder(), mode }, env);
  onTestFinished(() => workbench.close());
  return workbench;
}

/** Every tool of the built-in servers, listed at present or not, and those that find others. */
async function catalogues(): Promise<readonly Pick<Catalogue, 'entries' | 'version'>[]> {
  const { gateway } = await open('full');
  const all = createCatalogue(
    gateway.mounts.map(({ listedTools: _, onListChanged: __, ...server }) => server),
    { prefixed: true },
  );
  return [all, (await open('search')).catalogue];
}

const BEYOND = 'open world';
const SAME_TWICE = 'idempotent';

/** What each tool declares. A new tool of these servers needs a line here, and a look at what a call of it may do. */
const DECLARED: Readonly<Record<string, readonly [worst: Effect, ...more: string[]]>> = {
  molehill__status: ['reads'],
  molehill__call_history: ['reads'],
  sql__list_connections: ['reads'],
  sql__add_connection: ['writes'],
  sql__update_connection: ['writes', SAME_TWICE],
  sql__remove_connection: ['destroys'],
  sql__test_connection: ['reads', BEYOND],
  sql__query: ['destroys', BEYOND],
  sql__execute_script: ['destroys', BEYOND],
  sql__list_databases: ['reads', BEYOND],
  sql__list_schemas: ['reads', BEYOND],
  sql__list_tables: ['reads', BEYOND],
  sql__describe_table: ['reads', BEYOND],
  sql__search_objects: ['reads', BEYOND],
  sql__explain_query: ['destroys', BEYOND],
  sql__sample_rows: ['reads', BEYOND],
  sql__profile_column: ['reads', BEYOND],
  sql__schema_diagram: ['reads', BEYOND],
  sql__export_query: ['destroys', SAME_TWICE, BEYOND],
  sql__wait: ['reads'],
  es__list_connections: ['reads'],
  es__add_connection: ['writes'],
  es__update_connection: ['writes', SAME_TWICE],
  es__remove_connection: ['destroys'],
  es__test_connection: ['reads', BEYOND],
  es__es_request: ['destroys', BEYOND],
  es__es_search: ['reads', BEYOND],
  es__es_list_indices: ['reads', BEYOND],
  es__es_get_mapping: ['reads', BEYOND],
  es__es_cluster_health: ['reads', BEYOND],
  'project__get-tables': ['reads'],
  'project__get-schema': ['reads'],
  'project__get-database-type': ['reads'],
  'project__run-query': ['destroys', BEYOND],
  tool_search: ['reads'],
  tool_describe: ['reads'],
  tool_call: ['destroys', BEYOND],
};

const manifest = fileURLToPath(new URL('../../editor/generated/manifest.json', import.meta.url));
const editor: { readonly tools: readonly EditorToolFile[] } = JSON.parse(readFileSync(manifest, 'utf8'));

interface EditorToolFile {
  readonly name: string;
  readonly effect: Effect;
  readonly safety: {
    readonly idempotent: boolean;
    readonly openWorld: boolean;
    readonly destructive: boolean;
  };
}

/** What the file of each editor tool declares, where a reviewer looks at it. */
const DECLARED_BY_FILE = editor.tools.map(({ name, effect, safety: { idempotent, openWorld } }) => {
  const more = [...(idempotent && effect !== 'reads' ? [SAME_TWICE] : []), ...(openWorld ? [BEYOND] : [])];
  return [`editor__${name}`, [effect, ...more]] as const;
});
const declared: Readonly<Record<string, readonly string[]>> = {
  ...DECLARED,
  ...Object.fromEntries(DECLARED_BY_FILE),
};

/** Tools that tell clients to be more careful than the policy is. */
const CAREFUL = editor.tools
  .filter(({ effect, safety }) => safety.destructive && effect !== 'destroys')
  .map(({ name }) => `editor__${name}`);

test('every tool declares its effects, and list and page say the same', async () => {
  const seen = new Set<string>();
  for (const catalogue of await catalogues()) {
    const listed = new Map(createToolList(catalogue)().map((tool) => [tool.name, tool.annotations]));
    for (const entry of catalogue.entries) {
      const { effects } = toolSummary(entry);
      const { worst, idempotent, openWorld } = effects;
      const more = [...(idempotent && worst !== 'reads' ? [SAME_TWICE] : []), ...(openWorld ? [BEYOND] : [])];
      expect([entry.name, worst, ...more]).toEqual([entry.name, ...(declared[entry.name] ?? [])]);
      seen.add(entry.name);
      const told = CAREFUL.includes(entry.name) ? { ...effects, worst: 'destroys' as const } : effects;
      expect(listed.get(entry.name)).toMatchObject(hintsFromEffects(told));
      expect(effectsFromHints(listed.get(entry.name) ?? {})).toEqual(told);
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(declared).sort());
});

test('every tool that may change something says what a call with this input would do', async () => {
  for (const { entries } of await catalogues())
    for (const { name, tool } of entries) {
      if (isUpstreamTool(tool) || tool.effects.worst === 'reads') continue;
      expect([name, typeof tool.effects.of]).toEqual([name, 'function']);
    }
});
