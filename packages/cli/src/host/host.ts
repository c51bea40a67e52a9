import { storePageKey } from '@molehill/bridge/http/page-access';
import { type JobHost, serveJobs } from '@molehill/bridge/jobs/host';
import { canonicalRoot, openPortMap } from '@molehill/bridge/ports';
import { openWindows } from '@molehill/bridge/windows';
import { errorText, isMolehillError, messageOf } from '@molehill/core/errors';
import { ProjectDatabase } from '@molehill/project/database';
import { createHealth, createProjectApi } from '@molehill/project/http-api';
import { PageAccess } from '@molehill/serve/http/page-access';
import { serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { Hono } from 'hono';
import { version } from '../version.ts';
import { pageAddress } from '../web/page-address.ts';
import { createPages } from '../web/pages.ts';
import { apiRoutes } from '../web/routes.ts';
import { endpointOf, type Workbench } from '../workbench.ts';

interface HostOptions {
  readonly token: string;
  /** Folder of the built page. */
  readonly pageFolder: string;
}

export type Host = Awaited<ReturnType<typeof openHost>>;

/** Serves the project on its own port and through the job folder, and registers the window. */
export async function openHost(workbench: Workbench, { token, pageFolder }: HostOptions) {
  const { log, paths, config, redactor, dispatcher, frontends } = workbench;
  const projectRoot = await canonicalRoot(workbench.workspace);
  const { root: stateRoot, httpToken: tokenFile } = paths;
  const ports = openPortMap(stateRoot, { log });
  const review = { projectRoot, env: process.env, stateRoot, log, redactor };
  const database = new ProjectDatabase({ ...review, dispatcher });
  // Served to anyone: the page and the health check.
  const pages = new Hono().route('/', createHealth({ projectRoot, version, token }));
  pages.route('/', createPages(pageFolder));
  const page = new PageAccess();
  redactor.add(page.key);
  const served = { page, pages, routes: apiRoutes(workbench, review), services: createProjectApi(database) };
  const endpoint = endpointOf(workbench);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const listen = (port: number) => serveHttp(factories, { port, token, log, ...served });
  const serving = await ports.claim(projectRoot, listen, config.port);
  const { port, url } = serving;
  workbench.gateway.addOwnUrl(url);
  frontends.push({ kind: 'http', address: `${url}/mcp` }, { kind: 'sse', address: `${url}/sse` });
  const windows = openWindows(stateRoot, { log });
  const [removeKey, window, { jobs, problems }] = await Promise.all([
    storePageKey({ stateRoot, port }, page.key),
    windows.register({ folders: [projectRoot], port, tokenFile, version, kind: 'up' }),
    openJobs(workbench, projectRoot, token),
  ]);
  const close = async () => {
    const released = [ports.release(projectRoot, port), window.unregister(), removeKey()];
    const closed = [jobs?.close(), serving.close(), database.close()];
    await Promise.allSettled([...released, ...closed]);
  };
  /** The address of the page with a new code. */
  const newPageAddress = () => pageAddress(url, page.issueCode());
  return { url, newPageAddress, close, review, problems };
}

interface OpenedJobs {
  readonly jobs?: JobHost;
  /** Why there is no job folder. */
  readonly problems: readonly string[];
}

/** Where there can be no job folder the other frontends still work. */
async function openJobs(workbench: Workbench, workspace: string, token: string): Promise<OpenedJobs> {
  const { log, dispatcher, catalogue, frontends } = workbench;
  try {
    const jobs = await serveJobs({
      workspace,
      token,
      log,
      version,
      call: async ({ tool, input, caller }, { signal, progress }) => {
        const entry = await catalogue.resolve(tool);
        return dispatcher.call({ entry, input, caller, signal, onProgress: progress });
      },
    });
    frontends.push({ kind: 'jobs', address: `${workspace}/.vsc-bridge` });
    return { jobs, problems: [] };
  } catch (error) {
    log.warn({ err: error }, 'the job folder is not used');
    return { problems: [isMolehillError(error) ? errorText(error) : messageOf(error)] };
  }
}
