import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAudit } from '@molehill/core/audit';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import type { ToolServer } from '@molehill/core/server';
import type { Tool } from '@molehill/core/tool';
import type { ToolCategory } from '@molehill/editor/definition';
import { builtInServers } from 'molehill/built-in-servers';
import { errorTables } from 'molehill/error-tables';
import { errorReference } from './error-reference.ts';
import { replaceSection } from './sections.ts';
import { toolReference, toolTable } from './tool-reference.ts';

/** Documents with the tools of some servers between markers `generated: tools of <id>`. */
const tableDocuments: Readonly<Record<string, readonly string[]>> = {
  'docs/molehill.md': ['molehill'],
  'docs/sql.md': ['sql'],
  'docs/elasticsearch.md': ['es'],
  'docs/project.md': ['project'],
  'docs/debugging.md': ['editor'],
  'docs/code.md': ['editor'],
  'packages/cli/README.md': ['molehill', 'sql', 'es', 'project', 'editor'],
  'packages/sql/README.md': ['sql'],
  'packages/elasticsearch/README.md': ['es'],
};

/** The tools of the server `editor` have a document each for debugging and for code. */
const codeCategories: ReadonlySet<unknown> = new Set<ToolCategory>([
  'diagnostics',
  'symbols',
  'refactoring',
  'settings',
  'window',
]);
const isShownIn: Readonly<Record<string, (tool: Tool) => boolean>> = {
  'docs/debugging.md': (tool) => !isCodeTool(tool),
  'docs/code.md': isCodeTool,
};

function isCodeTool({ listed }: Tool): boolean {
  return codeCategories.has(listed?.meta?.category);
}

/** Everything `npm run gen` writes, by path. */
export async function generateDocuments(root: string): Promise<ReadonlyMap<string, string>> {
  const stateRoot = mkdtempSync(join(tmpdir(), 'molehill-gen-'));
  const servers = openServers(stateRoot);
  try {
    const documents = Object.entries(tableDocuments).map(
      ([path, ids]) =>
        [
          path,
          withTables(
            root,
            path,
            servers.filter(({ id }) => ids.includes(id)),
          ),
        ] as const,
    );
    return new Map([
      ['docs/tools.md', toolReference(servers)],
      ['docs/errors.md', errorReference(Object.values(errorTables))],
      ...documents,
    ]);
  } finally {
    await Promise.all(servers.map((server) => server.close?.()));
    rmSync(stateRoot, { recursive: true });
  }
}

function openServers(stateRoot: string): ToolServer[] {
  const mount = { env: {}, stateRoot, workspace: stateRoot, log: silentLog, redactor: createRedactor() };
  const audit = openAudit({ path: join(stateRoot, 'audit.jsonl'), log: silentLog });
  return builtInServers(mount, {
    version: '',
    workspace: stateRoot,
    audit,
    frontends: [],
    servers: () => [],
  });
}

function withTables(root: string, path: string, servers: readonly ToolServer[]): string {
  // A package's README is also shown where docs/ is not.
  const reference = path.startsWith('docs/') ? 'tools.md' : undefined;
  return servers.reduce(
    (text, server) => {
      const tools = server.tools.filter(isShownIn[path] ?? (() => true));
      return replaceSection(text, `tools of ${server.id}`, toolTable(server, tools, reference));
    },
    readFileSync(join(root, path), 'utf8'),
  );
}
