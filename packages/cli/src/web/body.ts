import { STATUS_CODES } from 'node:http';
import { coreErrors, isMolehillError } from '@molehill/core/errors';
import * as z from 'zod';

export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const body = schema.safeParse(await request.json().catch(() => undefined));
  if (body.success) return body.data;
  throw coreErrors.fail('E_INVALID_PARAMS', `Invalid request body: ${z.prettifyError(body.error)}`);
}

const statuses: Readonly<Record<string, number>> = {
  E_INVALID_PARAMS: 400,
  E_PERSON_REQUIRED: 403,
  E_UNKNOWN_TOOL: 404,
  E_NO_SESSION: 404,
  E_STALE_REFERENCE: 409,
  E_UNKNOWN_SERVER: 404,
  E_APPROVAL_OUTDATED: 409,
  E_PROJECT_OUTDATED: 409,
};

/** Errors of the request itself; an error of a tool is in its answer. */
export function refuse(error: unknown): Response {
  if (!isMolehillError(error)) throw error;
  const { code, message, hint } = error;
  const status = statuses[code] ?? 500;
  return Response.json({ error: STATUS_CODES[status], code, message, hint }, { status });
}
