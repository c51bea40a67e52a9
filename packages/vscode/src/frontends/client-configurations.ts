export interface HttpServerOf {
  readonly url: string;
  readonly token: string;
}

interface ClientConfiguration {
  readonly client: string;
  /** Where the text belongs. */
  readonly file: string;
  text(server: HttpServerOf): string;
}

const NAME = 'molehill-editor';

/** What a person pastes into the configuration of a client, so that it finds this window's server. */
export const clientConfigurations: readonly ClientConfiguration[] = [
  {
    client: 'Claude Code',
    file: '.mcp.json',
    text: (server) => json({ mcpServers: { [NAME]: { type: 'http', ...remote(server) } } }),
  },
  {
    client: 'Cursor',
    file: '.cursor/mcp.json',
    text: (server) => json({ mcpServers: { [NAME]: remote(server) } }),
  },
  {
    client: 'VS Code',
    file: '.vscode/mcp.json',
    text: (server) => json({ servers: { [NAME]: { type: 'http', ...remote(server) } } }),
  },
  { client: 'Codex', file: '~/.codex/config.toml', text: codex },
  {
    client: 'opencode',
    file: 'opencode.json',
    text: (server) => json({ mcp: { [NAME]: { type: 'remote', ...remote(server), enabled: true } } }),
  },
];

function remote({ url, token }: HttpServerOf) {
  return { url, headers: { Authorization: `Bearer ${token}` } };
}

function codex({ url, token }: HttpServerOf): string {
  return [
    `[mcp_servers.${NAME}]`,
    `url = ${JSON.stringify(url)}`,
    `http_headers = { Authorization = ${JSON.stringify(`Bearer ${token}`)} }`,
    '',
  ].join('\n');
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
