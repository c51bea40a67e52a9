import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { checkHealth } from '@molehill/bridge/http/health';
import { requestJson } from '@molehill/bridge/http/request';
import { httpToken } from '@molehill/bridge/http/token';
import { openPortMap } from '@molehill/bridge/ports';
import { type ErrorCode, MolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { statePaths } from '@molehill/core/paths';
import type { Redactor } from '@molehill/core/redact';
import * as z from 'zod';
import { projectErrors } from './errors.ts';
import { isConnectionError } from './http-errors.ts';

export interface HostClientOptions {
  /** Contains the port map and the token. */
  readonly stateRoot: string;
  readonly log: Log;
  readonly redactor: Redactor;
}

/** The verified host of an open project. */
export interface ProjectHost {
  get<T>(path: string, answer: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: object, answer: z.ZodType<T>): Promise<T>;
}

/** Always over HTTP, also when this process is the host. Nothing is retried or started. */
export async function connectToHost(
  projectRoot: string,
  options: HostClientOptions,
  signal: AbortSignal,
): Promise<ProjectHost> {
  if (!isAbsolute(projectRoot)) throw invalidRoot('Error: projectRoot must be an absolute path');
  if (!existsSync(projectRoot)) throw invalidRoot('Error: projectRoot does not exist');
  const target = await findHost(projectRoot, options, signal);
  const send = async <T>(path: string, body: object | undefined, answer: z.ZodType<T>): Promise<T> => {
    const response = await requestJson({ ...target, path, signal, ...(body ? { body } : {}) }).catch(
      (error: unknown) => {
        throw signal.aborted ? signal.reason : connectionLost(error);
      },
    );
    if (response.status !== 200) throw refusalError(response.body);
    const parsed = answer.safeParse(response.body);
    if (parsed.success) return parsed.data;
    throw noConnection('The host sent an unexpected answer.', 'Update both sides to the same version.');
  };
  return {
    get: (path, answer) => send(path, undefined, answer),
    post: (path, body, answer) => send(path, body, answer),
  };
}

/** Clients of these tools know the exact texts, here and below. */
function invalidRoot(text: string): MolehillError {
  return projectErrors.fail('E_PROJECT_ROOT', text, { text });
}

async function findHost(
  projectRoot: string,
  { stateRoot, log, redactor }: HostClientOptions,
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

/** A stale entry counts as none. */
function notRunning(projectRoot: string, cause: unknown): MolehillError {
  const text = `MCP server not running for project: ${projectRoot}`;
  const reason =
    cause instanceof Error && cause.message !== text ? { details: { reason: cause.message } } : {};
  return projectErrors.fail('E_PROJECT_NOT_RUNNING', text, { text, cause, ...reason });
}

const refusalSchema = z.object({
  code: z.templateLiteral(['E_', z.string()]),
  message: z.string(),
  hint: z.string().default(''),
  retryable: z.boolean().default(false),
});

function refusalError(body: unknown): MolehillError {
  const refusal = refusalSchema.safeParse(body).data;
  if (!refusal) return noConnection('The host sent an unexpected error.', '');
  const { code, message, hint, retryable } = refusal;
  if (isConnectionError(code) || code === 'E_UNAUTHORIZED') return noConnection(message, hint, code);
  return new MolehillError(code satisfies ErrorCode, message, { hint, retryable });
}

function connectionLost(error: unknown): MolehillError {
  return noConnection(
    `The connection to the project's host was lost: ${messageOf(error)}.`,
    'Check that it still runs.',
  );
}

function noConnection(reason: string, hint: string, code?: string): MolehillError {
  const text = 'Could not establish database connection';
  const details = { reason, ...(code === undefined ? {} : { code }) };
  return projectErrors.fail('E_PROJECT_DATABASE', text, { text, hint: `${reason} ${hint}`.trim(), details });
}
