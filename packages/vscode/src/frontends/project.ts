import { httpToken } from '@molehill/bridge/http/token';
import { serveJobs } from '@molehill/bridge/jobs/host';
import { canonicalRoot, openPortMap } from '@molehill/bridge/ports';
import { openWindows } from '@molehill/bridge/windows';
import { ProjectDatabase } from '@molehill/project/database';
import { createHealth, createProjectApi } from '@molehill/project/http-api';
import { serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import { Hono } from 'hono';
import type { WindowConfig } from '../config.ts';
import type { Served } from '../open-tools.ts';

export interface ProjectServing {
  /** Absent where the settings want no database API. */
  readonly port?: number;
  /** False where there can be none. */
  readonly hasJobFolder: boolean;
  close(): Promise<void>;
}

/** Registers the window, and serves the first folder's database on its port and the tools through its job folder. */
export async function serveProject(
  served: Served,
  { enableMcpServer }: WindowConfig,
): Promise<ProjectServing | undefined> {
  const { runtime, folders, log, version } = served;
  const [folder] = folders;
  if (folder === undefined) return undefined;
  const { root: stateRoot, httpToken: tokenFile } = runtime.paths;
  const token = httpToken(runtime.paths);
  runtime.redactor.add(token);
  const projectRoot = await canonicalRoot(folder);
  const database = enableMcpServer ? await serveDatabase(served, projectRoot, token) : undefined;
  const jobs = await openJobs(served, projectRoot, token);
  const window = await openWindows(stateRoot, { log }).register({
    folders: [...folders],
    ...(database ? { port: database.port } : {}),
    tokenFile,
    version,
    kind: 'vscode',
  });
  return {
    ...(database ? { port: database.port } : {}),
    hasJobFolder: jobs !== undefined,
    close: async () => {
      await Promise.allSettled([window.unregister(), jobs?.close(), database?.close()]);
    },
  };
}

async function serveDatabase(served: Served, projectRoot: string, token: string) {
  const { runtime, endpoint, log, version } = served;
  const { dispatcher, redactor, paths } = runtime;
  const ports = openPortMap(paths.root, { log });
  const database = new ProjectDatabase({
    projectRoot,
    env: process.env,
    stateRoot: paths.root,
    log,
    redactor,
    dispatcher,
  });
  const pages = new Hono().route('/', createHealth({ projectRoot, version, token }));
  const services = createProjectApi(database);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const listen = (port: number) => serveHttp(factories, { port, token, log, pages, services });
  const serving = await ports.claim(projectRoot, listen);
  return {
    port: serving.port,
    close: async () => {
      await Promise.allSettled([ports.release(projectRoot, serving.port), serving.close(), database.close()]);
    },
  };
}

/** Where there can be no job folder the other frontends still work. */
async function openJobs({ runtime, catalogue, ask, log, version }: Served, workspace: string, token: string) {
  try {
    return await serveJobs({
      workspace,
      token,
      log,
      version,
      call: async ({ tool, input, caller }, { signal, progress }) => {
        const entry = await catalogue.resolve(tool);
        return runtime.dispatcher.call({
          entry,
          input,
          caller,
          signal,
          onProgress: progress,
          ask,
        });
      },
    });
  } catch (error) {
    log.warn({ err: error }, 'the job folder is not used');
    return undefined;
  }
}
