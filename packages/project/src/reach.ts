import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { checkHealth } from '@molehill/bridge/http';
import { httpToken } from '@molehill/bridge/http/token';
import { openPortMap } from '@molehill/bridge/ports';
import type { MolehillError } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { statePaths } from '@molehill/core/paths';
import type { Redactor } from '@molehill/core/redact';
import type * as z from 'zod';
import { projectErrors } from './errors.ts';
import { readAnswer } from './host-answer.ts';

export interface ReachOptions {
  /** Where the ports of open projects and the token are. */
  readonly stateRoot: string;
  readonly log: Log;
  readonly redactor: Redactor;
}

/** The host of an open project, which has shown that it is the one. */
export interface ReachedProject {
  get<T>(path: string, answer: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: object, answer: z.ZodType<T>): Promise<T>;
}

/** Always over HTTP, also to this very process. Asked once: nothing is tried again or started. */
export async function reachProject(
  projectRoot: string,
  options: ReachOptions,
  signal: AbortSignal,
): Promise<ReachedProject> {
  checkRoot(projectRoot);
  const { port, token } = await findHost(projectRoot, options, signal);
  const send = async <T>(path: string, init: RequestInit, answer: z.ZodType<T>): Promise<T> => {
    const headers = { ...init.headers, Authorization: `Bearer ${token}`, Connection: 'close' };
    const request = fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers, signal, redirect: 'error' });
    return readAnswer(request, answer, signal);
  };
  return {
    get: (path, answer) => send(path, {}, answer),
    post: (path, body, answer) =>
      send(
        path,
        { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
        answer,
      ),
  };
}

/** The words are those that clients of these tools know. */
function checkRoot(projectRoot: string): void {
  if (!isAbsolute(projectRoot)) throw wrongRoot('Error: projectRoot must be an absolute path');
  if (!existsSync(projectRoot)) throw wrongRoot('Error: projectRoot does not exist');
}

function wrongRoot(text: string): MolehillError {
  return projectErrors.fail('E_PROJECT_ROOT', text, { text });
}

async function findHost(
  projectRoot: string,
  { stateRoot, log, redactor }: ReachOptions,
  signal: AbortSignal,
): Promise<{ readonly port: number; readonly token: string }> {
  try {
    const open = await openPortMap(stateRoot, { log }).rootFor(projectRoot);
    if (open === undefined) throw notRunning(projectRoot, undefined);
    const token = httpToken(statePaths(stateRoot));
    redactor.add(token);
    await checkHealth({ ...open, token, signal });
    return { port: open.port, token };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw notRunning(projectRoot, error);
  }
}

/** An entry that nobody answers for, or somebody else does, is as good as none. */
function notRunning(projectRoot: string, cause: unknown): MolehillError {
  const text = `MCP server not running for project: ${projectRoot}`;
  const reason =
    cause instanceof Error && cause.message !== text ? { details: { reason: cause.message } } : {};
  return projectErrors.fail('E_PROJECT_NOT_RUNNING', text, { text, cause, ...reason });
}
