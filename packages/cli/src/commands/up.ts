import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpToken } from '@molehill/core/http-token';
import type { HttpServing } from '@molehill/core/serve/http';
import { serveHttp } from '@molehill/core/serve/http';
import { startLifecycle } from '@molehill/core/serve/lifecycle';
import { mcpFactory } from '@molehill/core/serve/mcp';
import { command, commonArgs, jsonArg } from '../command.ts';
import { openInBrowser } from '../open-browser.ts';
import { paint, print } from '../output.ts';
import { version } from '../version.ts';
import { createPages } from '../web/pages.ts';
import { createApi } from '../web/routes.ts';
import { endpointOf, openWorkbench, type Workbench } from '../workbench.ts';

const FIRST_PORT = 50_001;
const PORTS_TO_TRY = 200;
const PAGE_FOLDER = fileURLToPath(new URL('./page/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../bin/molehill.mjs', import.meta.url));

export const up = command({
  name: 'up',
  description: 'Serve this project over HTTP, with a page to look at it',
  args: {
    ...commonArgs,
    ...jsonArg,
    port: {
      type: 'string',
      description: `The port on 127.0.0.1 (default ${FIRST_PORT}, or the next free one)`,
      valueHint: 'N',
    },
    open: {
      type: 'boolean',
      description: 'Open the page in the browser',
      negativeDescription: 'Do not open the page',
      default: true,
    },
  },
  async run({ args }) {
    const flags = { timeoutMs: args.timeout, port: args.port };
    const workbench = await openWorkbench({ env: process.env, workspace: args.workspace, flags });
    const token = httpToken(workbench.paths);
    workbench.redactor.add(token);
    const serving = await serve(workbench, token);
    const page = `${serving.url}/#token=${token}`;
    const lifecycle = startLifecycle({
      close: async () => {
        await Promise.allSettled([serving.close(), workbench.close()]);
      },
    });
    if (args.json) print(JSON.stringify({ page, mcp: `${serving.url}/mcp`, token, pid: process.pid }));
    else print(welcome(workbench, serving, page, token));
    if (args.open && !args.json) openInBrowser(page, workbench.paths);
    await lifecycle.stopped;
  },
});

async function serve(workbench: Workbench, token: string): Promise<HttpServing> {
  const endpoint = endpointOf(workbench);
  const { port } = workbench.config;
  const serving = await serveHttp(
    { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') },
    {
      port: port ?? FIRST_PORT,
      portsToTry: port === undefined ? PORTS_TO_TRY : 1,
      token,
      log: workbench.log,
      api: createApi(workbench),
      pages: createPages(PAGE_FOLDER),
    },
  );
  workbench.doors.push(
    { kind: 'http', address: `${serving.url}/mcp` },
    { kind: 'sse', address: `${serving.url}/sse` },
  );
  return serving;
}

function welcome(workbench: Workbench, serving: HttpServing, page: string, token: string): string {
  const entry = {
    mcpServers: {
      molehill: {
        command: process.execPath,
        args: [PROGRAM, 'mcp', '--workspace', workbench.workspace],
        ...environmentOf(process.env),
      },
    },
  };
  const tools = workbench.catalogue.entries.length;
  return [
    `${paint('bold', `Molehill ${version}`)} serves ${workbench.workspace} (${tools} tools)`,
    '',
    `  Page  ${paint('cyan', page)}`,
    `  MCP   ${serving.url}/mcp  ${paint('dim', `Authorization: Bearer ${token}`)}`,
    '',
    'For an agent that starts its own servers, paste into its MCP configuration:',
    '',
    JSON.stringify(entry, null, 2).replace(/^/gm, '  '),
    '',
    paint('dim', 'Ctrl-C stops it.'),
  ].join('\n');
}

/** An agent starts its servers with an environment of its own. Only names of files are passed on: the rest may be secret. */
function environmentOf(env: NodeJS.ProcessEnv): { env?: Record<string, string> } {
  const files = ['MOLEHILL_HOME', 'DBMOLE_CONFIG', 'DBMOLE_STORE'];
  const given = files.flatMap((name) => (env[name] ? [[name, resolve(env[name])] as const] : []));
  return given.length > 0 ? { env: Object.fromEntries(given) } : {};
}
