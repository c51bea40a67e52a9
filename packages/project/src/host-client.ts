import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { checkHealth } from '@molehill/bridge/http/health';
import { readPageKey } from '@molehill/bridge/http/page-access';
import { requestJson } from '@molehill/bridge/http/request';
import { httpToken } from '@molehill/bridge/http/token';
import { openPortMap } from '@molehill/bridge/ports';
import { type ErrorCode, MolehillError, messageOf } from '@molehill/core/errors';
import { statePaths } from '@molehill/core/paths';
import type { MountOptions } from '@molehill/core/server';
import * as z from 'zod';
import { isConnectionError, projectErrors } from './errors.ts';

export type HostClientOptions = Pick<MountOptions, 'stateRoot' | 'log' | 'redactor'>;

/** Sends a request to the verified host of an open project: POST with a body, GET without. */
export type RequestHost = <T>(path: string, answer: z.ZodType<T>, body?: object) => Promise<T>;

/** Always over HTTP, also when this process is the host. Nothing is retried or started. */
export async function connectToHost(
  projectRoot: string,
  options: HostClientOptions,
  signal: AbortSignal,
): Promise<RequestHost> {
  if (!isAbsolute(projectRoot)) throw invalidRoot('Error: projectRoot must be an absolute path');
  if (!existsSync(projectRoot)) throw invalidRoot('Error: projectRoot does not exist');
  const target = await findHost(projectRoot, options, signal);
  return async (path, answer, body) => {
    const response = await requestJson({ ...target, path, signal, body }).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      const reason = `The connection to the project's host was lost: ${messageOf(error)}.`;
      throw noConnection(reason, 'Check that it still runs.');
    });
    if (response.status !== 200) throw refusalError(response.body);
    const parsed = answer.safeParse(response.body);
    if (parsed.success) return parsed.data;
    throw noConnection('The host sent an unexpected answer.', 'Update both sides to the same version.');
  };
}

/** Clients of these tools know the exact texts, here and below. */
function invalidRoot(text: string): MolehillError {
  return projectErrors.fail('E_PROJECT_ROOT', text, { text });
}

/** A stale entry of the port map counts as none. */
async function findHost(
  projectRoot: string,
  { stateRoot, log, redactor }: HostClientOptions,
  signal: AbortSignal,
): Promise<{ readonly port: number; readonly token: string; readonly key: string | undefined }> {
  try {
    const open = await openPortMap(stateRoot, { log }).rootFor(projectRoot);
    if (open === undefined) throw new Error('The project is not in the port map.');
    const token = httpToken(statePaths(stateRoot));
    redactor.add(token);
    await checkHealth({ ...open, token, signal });
    const key = await readPageKey({ stateRoot, port: open.port }).catch(() => undefined);
    return { port: open.port, token, key };
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const text = `MCP server not running for project: ${projectRoot}`;
    const details = { reason: messageOf(cause) };
    throw projectErrors.fail('E_PROJECT_NOT_RUNNING', text, { text, cause, details });
  }
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
  const { code, message, retryable } = refusal;
  const hint = withPlaceholders(refusal.hint);
  if (isConnectionError(code) || code === 'E_UNAUTHORIZED') return noConnection(message, hint, code);
  return new MolehillError(code satisfies ErrorCode, message, { hint, retryable });
}

/** The host names the tools without a prefix; the dispatcher fills in the names that the caller can use. */
export function withPlaceholders(text: string): string {
  return text.replace(/\b(get-tables|get-schema|run-query)\b/g, '{tool:$1}');
}

function noConnection(reason: string, hint: string, code?: string): MolehillError {
  const text = 'Could not establish database connection';
  const details = { reason, ...(code === undefined ? {} : { code }) };
  return projectErrors.fail('E_PROJECT_DATABASE', text, { text, hint: `${reason} ${hint}`.trim(), details });
}
