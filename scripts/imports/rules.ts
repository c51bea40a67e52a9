/** The import directions of docs/architecture.md. */
export interface ImportRules {
  /** Packages of this repository that each package may import. Test code may import more: see `testsMayImport`. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly testsMayImport: readonly string[];
  /** Packages that one file may import besides those of its package. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Libraries that only files below one path may import, or below several where there are several rules. */
  readonly libraries: readonly (readonly [library: RegExp, path: string])[];
  /** Specifiers that only one package may import, and only as types. */
  readonly typesOnly: Readonly<Record<string, string>>;
}

export const rules: ImportRules = {
  packages: {
    core: [],
    serve: ['core'],
    connections: ['core'],
    sql: ['core', 'connections'],
    elasticsearch: ['core', 'connections'],
    bridge: ['core'],
    project: ['core', 'sql', 'connections', 'bridge'],
    editor: ['core'],
    headless: ['core', 'editor'],
    gateway: ['core'],
    dashboard: [],
    cli: [
      'core',
      'serve',
      'connections',
      'sql',
      'elasticsearch',
      'bridge',
      'project',
      'gateway',
      'editor',
      'headless',
    ],
  },
  testsMayImport: ['serve'],
  files: {
    'packages/sql/src/main.ts': ['serve'],
    'packages/elasticsearch/src/main.ts': ['serve'],
  },
  libraries: [
    [/^@modelcontextprotocol\/(server|node|server-legacy)(\/|$)/, 'packages/serve/src/'],
    [/^@hono\/node-server(\/|$)/, 'packages/serve/src/http/'],
    [/^@modelcontextprotocol\/client(\/|$)/, 'packages/gateway/src/'],
    [/^ssh2$/, 'packages/connections/src/ssh/'],
    [/^@napi-rs\/keyring$/, 'packages/connections/src/keychain.ts'],
    [/^undici$/, 'packages/elasticsearch/src/client/'],
    [/^(@lezer\/.*|yaml)$/, 'packages/project/src/discovery/literal/'],
    [/^yaml$/, 'scripts/gen/editor/'],
    [/^(pg|pg-cursor|libpg-query)(\/|$)/, 'packages/sql/src/engines/postgres/'],
    [/^mysql2(\/|$)/, 'packages/sql/src/engines/mysql/'],
    [/^(@photostructure\/sqlite|node:sqlite)$/, 'packages/sql/src/engines/sqlite/'],
    [/^citty$/, 'packages/cli/src/'],
    [/^pino$/, 'packages/core/src/log.ts'],
    [/^vscode-jsonrpc(\/|$)/, 'packages/headless/src/lsp/'],
    [/^jsonc-parser$/, 'packages/core/src/state/jsonc.ts'],
  ],
  typesOnly: { '@molehill/api': 'dashboard' },
};
