import { type JobHost, serveJobs } from '@molehill/bridge/jobs';
import { canonicalRoot, openPortMap } from '@molehill/bridge/ports';
import { openWindows } from '@molehill/bridge/windows';
import { openProjectDatabase, type ProjectDatabase } from '@molehill/project/database';
import { createHealth, createProjectApi } from '@molehill/project/http-api';
import { type HttpServing, serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { Hono } from 'hono';
import { version } from '../version.ts';
import { createPages } from '../web/pages.ts';
import { createApi } from '../web/routes.ts';
import { endpointOf, type Workbench } from '../workbench.ts';

export interface Host {
  readonly serving: HttpServing;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly token: string;
  /** Where the built page is. */
  readonly pageFolder: string;
}

/** This process has the project open: on a port of its own, by the job folder, and for others to find. */
export async function openHost(workbench: Workbench, options: HostOptions): Promise<Host> {
  const { log, paths, config } = workbench;
  const root = await canonicalRoot(workbench.workspace);
  const ports = openPortMap(paths.root, { log });
  const database = openDatabase(workbench, root);
  const listen = (port: number) => listenFor(workbench, { ...options, root, port, database });
  const { port, served } = await ports.claim(root, listen, config.port);
  const [window, jobs] = await Promise.all([
    openWindows(paths.root, { log }).register({
      folders: [root],
      port,
      tokenFile: paths.httpToken,
      version,
      kind: 'up',
    }),
    openJobs(workbench, root),
  ]);
  return {
    serving: served,
    close: async () => {
      await Promise.allSettled([
        window.unregister(),
        ports.release(root, port),
        jobs?.close(),
        served.close(),
        database.close(),
      ]);
    },
  };
}

interface Listening extends HostOptions {
  readonly root: string;
  readonly port: number;
  readonly database: ProjectDatabase;
}

async function listenFor(workbench: Workbench, options: Listening): Promise<HttpServing> {
  const { port, token, database } = options;
  const endpoint = endpointOf(workbench);
  const serving = await serveHttp(
    { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') },
    {
      port,
      token,
      log: workbench.log,
      api: createApi(workbench),
      services: createProjectApi(database),
      pages: openToAll(options),
    },
  );
  workbench.frontends.push(
    { kind: 'http', address: `${serving.url}/mcp` },
    { kind: 'sse', address: `${serving.url}/sse` },
  );
  return serving;
}

/** The page, and who serves which project: what anybody on this machine may know. */
function openToAll({ root, token, pageFolder }: Listening): Hono {
  const pages = new Hono();
  pages.route('/', createHealth({ projectRoot: root, version, token }));
  pages.route('/', createPages(pageFolder));
  return pages;
}

function openDatabase({ config, paths, log, redactor }: Workbench, projectRoot: string): ProjectDatabase {
  return openProjectDatabase({
    projectRoot,
    env: process.env,
    stateRoot: paths.root,
    log,
    redactor,
    timeoutMs: config.timeoutMs,
    budget: { rows: config.budgetRows, bytes: config.budgetBytes, tokens: config.budgetTokens },
  });
}

/** A project that cannot be written to has no job folder, and everything else. */
async function openJobs(workbench: Workbench, workspace: string): Promise<JobHost | undefined> {
  const { log, dispatcher, catalogue, frontends } = workbench;
  try {
    const jobs = await serveJobs({
      workspace,
      log,
      version,
      call: async ({ tool, input, client }, { signal, progress }) =>
        dispatcher.call({
          entry: await catalogue.resolve(tool),
          input,
          caller: { id: `jobs:${client}`, frontend: 'jobs', client, workspace: [workspace] },
          signal,
          onProgress: progress,
        }),
    });
    frontends.push({ kind: 'jobs', address: `${workspace}/.vsc-bridge` });
    return jobs;
  } catch (error) {
    log.warn({ err: error }, 'there is no job folder');
    return undefined;
  }
}
