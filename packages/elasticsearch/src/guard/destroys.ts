import { isRecord } from '@molehill/core/record';
import { decoded } from '../client/target.ts';
import type { GuardedRequest } from '../guard.ts';
import { parseBody } from './body.ts';

/** Delete or overwrite all documents that a query finds, or change who may access the cluster. */
const BY_QUERY = new Set(['_delete_by_query', '_update_by_query', '_reindex', '_restore', '_security']);

/** Whether a request that changes something may delete or overwrite more than the documents it names. */
export function destroys({ method, target, body }: GuardedRequest): boolean {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  if (method === 'DELETE') return !namesOneDocument(path);
  if (method === 'GET' || method === 'HEAD') return false;
  // Decoded as a whole: a proxy may decode an encoded slash, or a server ignore an empty segment.
  const segments = decoded(path)
    .split('/')
    .map((segment) => segment.toLowerCase());
  if (segments.some((segment) => BY_QUERY.has(segment))) return true;
  const isJudgedByBody = segments.includes('_aliases') || segments.includes('reroute');
  return isJudgedByBody && [body, ...sourcesIn(query)].some(losesData);
}

/** Not with dots or slashes for an id: a proxy may resolve them, and the path would name the index. */
function namesOneDocument(path: string): boolean {
  if (
    decoded(path)
      .split('/')
      .some((segment) => /^\.+$/.test(decoded(segment)))
  )
    return false;
  const [, index = '', endpoint, id = '', ...rest] = path.replace(/\/$/, '').split('/');
  return endpoint === '_doc' && index !== '' && id !== '' && rest.length === 0;
}

function sourcesIn(query: string): string[] {
  return new URLSearchParams(query).getAll('source');
}

/** Fails closed: text that is not JSON may be in another format. */
function losesData(body: unknown): boolean {
  if (body === undefined || body === '') return false;
  const value = parseBody(body);
  return value === undefined || hasKey(value, 'remove_index') || hasKey(value, 'accept_data_loss');
}

function hasKey(value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKey(item, wanted));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, inner]) => key === wanted || hasKey(inner, wanted));
}
