import { type JobHost, serveJobs } from '@molehill/bridge/jobs/host';
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
  /** Folder of the built page. */
  readonly pageFolder: string;
}

/** Serves the project on its own port and through the job folder, and registers the window. */
export async function openHost(workbench: Workbench, options: HostOptions): Promise<Host> {
  const { log, paths, config } = workbench;
  const root = await canonicalRoot(workbench.workspace);
  const ports = openPortMap(paths.root, { log });
  const database = openDatabase(workbench, root);
  const listen = (port: number) => serveProject(workbench, { ...options, root, port, database });
  const serving = await ports.claim(root, listen, config.port);
  const { port } = serving;
  workbench.gateway.addOwnUrl(serving.url);
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
    serving,
    close: async () => {
      await Promise.allSettled([
        window.unregister(),
        ports.release(root, port),
        jobs?.close(),
        serving.close(),
        database.close(),
      ]);
    },
  };
}

interface ListenOptions extends HostOptions {
  readonly root: string;
  readonly port: number;
  readonly database: ProjectDatabase;
}

async function serveProject(workbench: Workbench, options: ListenOptions): Promise<HttpServing> {
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
      pages: publicRoutes(options),
    },
  );
  workbench.frontends.push(
    { kind: 'http', address: `${serving.url}/mcp` },
    { kind: 'sse', address: `${serving.url}/sse` },
  );
  return serving;
}

/** Served without a token: the page and the health check. */
function publicRoutes({ root, token, pageFolder }: ListenOptions): Hono {
  const pages = new Hono();
  pages.route('/', createHealth({ projectRoot: root, version, token }));
  pages.route('/', createPages(pageFolder));
  return pages;
}

function openDatabase({ paths, log, redactor, dispatcher }: Workbench, projectRoot: string): ProjectDatabase {
  const stateRoot = paths.root;
  return openProjectDatabase({ projectRoot, env: process.env, stateRoot, log, redactor, dispatcher });
}

/** A read-only project folder has no job folder; the other frontends still work. */
async function openJobs(workbench: Workbench, workspace: string): Promise<JobHost | undefined> {
  const { log, dispatcher, catalogue, frontends } = workbench;
  try {
    const jobs = await serveJobs({
      workspace,
      log,
      version,
      call: async ({ tool, input, caller }, { signal, progress }) =>
        dispatcher.call({
          entry: await catalogue.resolve(tool),
          input,
          caller,
          signal,
          onProgress: progress,
        }),
    });
    frontends.push({ kind: 'jobs', address: `${workspace}/.vsc-bridge` });
    return jobs;
  } catch (error) {
    log.warn({ err: error }, 'cannot create the job folder');
    return undefined;
  }
}
