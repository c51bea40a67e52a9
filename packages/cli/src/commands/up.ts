import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpToken } from '@molehill/bridge/http/token';
import { visibleJson, visibleLine } from '@molehill/core/visible-text';
import { reviewProject } from '@molehill/project/review';
import { startLifecycle } from '@molehill/serve/lifecycle';
import { command, commonArgs, jsonArg, text } from '../command.ts';
import { type Host, openHost } from '../host/host.ts';
import { openInBrowser } from '../open-browser.ts';
import { paint, print, printJson } from '../output.ts';
import { version } from '../version.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';

const PAGE_FOLDER = fileURLToPath(new URL('./page/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../bin/molehill.mjs', import.meta.url));

export const up = command({
  name: 'up',
  description: 'Serve this project over HTTP, with a dashboard',
  args: {
    ...commonArgs,
    ...jsonArg,
    port: text('Port on 127.0.0.1 (default: the last one of this project, or a free one from 50001)', 'N'),
    open: {
      type: 'boolean',
      description: 'Open the dashboard in the browser',
      negativeDescription: 'Do not open the dashboard',
      default: true,
    },
  },
  async run({ args }) {
    const workbench = await openWorkbench(args);
    const token = httpToken(workbench.paths);
    workbench.redactor.add(token);
    const host = await openHost(workbench, { token, pageFolder: PAGE_FOLDER });
    const { url } = host;
    const page = host.newPageAddress();
    const lifecycle = startLifecycle({
      close: async () => {
        await Promise.allSettled([host.close(), workbench.close()]);
      },
    });
    if (args.json) printJson({ page, mcp: `${url}/mcp`, token, pid: process.pid }, 0);
    else print(welcome(workbench, url, page, token, await noticesFor(workbench, host)));
    if (args.open && !args.json) openInBrowser(host.newPageAddress(), workbench.paths);
    await lifecycle.stopped;
  },
});

function welcome(
  workbench: Workbench,
  url: string,
  page: string,
  token: string,
  notices: readonly string[],
): string {
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
    `${paint('bold', `Molehill ${version}`)} serves ${visibleLine(workbench.workspace)} (${tools} tools)`,
    '',
    `  Page  ${paint('cyan', page)}  ${paint('dim', 'for you: opens once; molehill open prints another')}`,
    `  MCP   ${url}/mcp  ${paint('dim', `for agents: Authorization: Bearer ${token}`)}`,
    '',
    'MCP configuration for an agent that starts servers over stdio:',
    '',
    visibleJson(entry, 2).replace(/^/gm, '  '),
    '',
    ...notices.flatMap((notice) => [visibleLine(notice), '']),
    paint('dim', 'Ctrl-C stops it.'),
  ].join('\n');
}

/** What waits for a person, and what does not work. */
async function noticesFor(workbench: Workbench, host: Host): Promise<string[]> {
  return [...waitingServers(workbench), ...(await waitingDatabase(host)), ...host.problems];
}

/** An upstream server that the project configures starts only after approval. */
function waitingServers({ servers }: Workbench): string[] {
  const waiting = servers().filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return [];
  const names = waiting.map(({ id }) => id).join(', ');
  return [`Waiting for your approval: ${names}. Approve them on the page or run: molehill servers approve`];
}

/** A database that leads away from the project is opened only after approval. */
async function waitingDatabase({ review }: Host): Promise<string[]> {
  const { waiting } = await reviewProject(review);
  return waiting.map(
    ({ place, would }) =>
      `Waiting for your approval: ${place} would ${would.join(' and ')}. Approve it on the page or run: molehill project approve`,
  );
}

/** Agents start servers with their own environment. Only file paths are passed on: other values may be secret. */
function environmentOf(env: NodeJS.ProcessEnv): { env?: Record<string, string> } {
  const files = ['MOLEHILL_HOME', 'DBMOLE_CONFIG', 'DBMOLE_STORE', 'ESMOLE_CONFIG', 'ESMOLE_STORE'];
  const given = files.flatMap((name) => (env[name] ? [[name, resolve(env[name])] as const] : []));
  return given.length > 0 ? { env: Object.fromEntries(given) } : {};
}
