/** Servers from npm that list their tools offline and without an account. The tokens are made up. */
export interface SampleServer {
  readonly id: string;
  readonly spec: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const sampleServers: readonly SampleServer[] = [
  { id: 'everything', spec: '@modelcontextprotocol/server-everything@2026.8.31' },
  { id: 'filesystem', spec: '@modelcontextprotocol/server-filesystem@2026.8.31', args: ['.'] },
  { id: 'memory', spec: '@modelcontextprotocol/server-memory@2026.8.31' },
  { id: 'thinking', spec: '@modelcontextprotocol/server-sequential-thinking@2026.8.31' },
  {
    id: 'github',
    spec: '@modelcontextprotocol/server-github@2025.4.8',
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' },
  },
  {
    id: 'slack',
    spec: '@modelcontextprotocol/server-slack@2025.4.25',
    env: { SLACK_BOT_TOKEN: 'none', SLACK_TEAM_ID: 'none' },
  },
  {
    id: 'maps',
    spec: '@modelcontextprotocol/server-google-maps@0.6.2',
    env: { GOOGLE_MAPS_API_KEY: 'none' },
  },
  { id: 'devtools', spec: 'chrome-devtools-mcp@1.11.0' },
  { id: 'playwright', spec: '@playwright/mcp@0.0.83' },
  { id: 'mongodb', spec: 'mongodb-mcp-server@3.0.4', env: { MDB_MCP_TELEMETRY: 'disabled' } },
  { id: 'notion', spec: '@notionhq/notion-mcp-server@2.5.2', env: { NOTION_TOKEN: 'none' } },
  { id: 'kubernetes', spec: 'mcp-server-kubernetes@4.1.7' },
  {
    id: 'gitlab',
    spec: '@zereight/mcp-gitlab@2.1.64',
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'none', GITLAB_TOOLSETS: 'all' },
  },
  { id: 'circleci', spec: '@circleci/mcp-server-circleci@0.20.0', env: { CIRCLECI_TOKEN: 'none' } },
  { id: 'airtable', spec: 'airtable-mcp-server@1.14.0', env: { AIRTABLE_API_KEY: 'none' } },
  { id: 'git', spec: '@cyanheads/git-mcp-server@2.15.3' },
  { id: 'linear', spec: '@tacticlaunch/mcp-linear@1.4.3', env: { LINEAR_API_TOKEN: 'none' } },
  { id: 'firecrawl', spec: 'firecrawl-mcp@3.22.2', env: { FIRECRAWL_API_KEY: 'none' } },
  {
    id: 'sentry',
    spec: '@sentry/mcp-server@0.36.0',
    args: ['--access-token=none'],
  },
];
