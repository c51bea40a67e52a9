import { httpToken } from '@molehill/bridge/http/token';
import { isMolehillError } from '@molehill/core/errors';
import { type HttpServing, serveHttp } from '@molehill/serve/http/server';
import { mcpFactory } from '@molehill/serve/mcp';
import * as vscode from 'vscode';
import { portOf, type WindowConfig } from '../config.ts';
import type { Served } from '../molehill-window.ts';

const MOST_PORTS = 20;

/** The editor's tools over HTTP for clients outside this window. Undefined where the settings want no server. */
export async function serveEditorOverHttp(
  served: Served,
  { enableHttpServer, httpPort }: WindowConfig,
): Promise<HttpServing | undefined> {
  if (!enableHttpServer) return undefined;
  const { port, problem } = portOf(httpPort);
  if (problem !== undefined) {
    served.log.error({}, problem);
    void vscode.window.showErrorMessage(`Molehill: ${problem}.`);
    return undefined;
  }
  if (port === undefined) return undefined;
  const serving = await listen(served, port);
  served.log.info({ url: `${serving.url}/mcp` }, 'the HTTP server listens');
  return serving;
}

async function listen(served: Served, port: number): Promise<HttpServing> {
  const { endpoint, runtime, log } = served;
  const token = httpToken(runtime.paths);
  runtime.redactor.add(token);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  for (let candidate = port; ; candidate += 1) {
    try {
      const serving = await serveHttp(factories, { port: candidate, token, log });
      if (candidate !== port) reportMoved(log, port, serving.port);
      return serving;
    } catch (error) {
      const isTaken = isMolehillError(error) && error.code === 'E_PORT_IN_USE';
      if (!isTaken || candidate - port >= MOST_PORTS || candidate >= 65_535) throw error;
    }
  }
}

function reportMoved(log: Served['log'], wanted: number, port: number): void {
  const message = `Port ${wanted} (molehill.httpPort) is in use; the HTTP server listens on ${port}.`;
  log.warn({}, message);
  void vscode.window.showWarningMessage(`Molehill: ${message}`);
}
