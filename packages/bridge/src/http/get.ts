import { bridgeErrors } from '../errors.ts';
import { ask, parseJson, readText } from './request.ts';

export interface GetOptions {
  readonly port: number;
  /** Send it only where `checkHealth` has shown whose port it is. */
  readonly token: string;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
}

const MOST_BYTES = 16 * 1024 * 1024;

/** What a running host tells at one of its addresses. */
export async function getJson({ port, token, path, signal }: GetOptions): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await ask({ port, path, method: 'GET', headers, signal });
  const body = parseJson(await readText(answer, MOST_BYTES));
  if (answer.statusCode === 200 && body !== undefined) return body;
  throw bridgeErrors.fail('E_HOST_ANSWER', `The host answered ${path} with status ${answer.statusCode}.`);
}
