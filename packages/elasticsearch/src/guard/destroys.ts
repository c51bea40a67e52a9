import { isRecord } from '@molehill/core/record';
import { decoded } from '../client/target.ts';
import type { GuardedRequest } from '../guard.ts';
import { parseBody } from './body.ts';

/** Delete or overwrite all documents that a query finds, or change who may access the cluster. */
const BY_QUERY = new Set(['_delete_by_query', '_update_by_query', '_reindex', '_restore', '_security']);

/** What deletes indices, documents or snapshots at once or later, by the keys of the body. */
const BY_BODY: Readonly<Record<string, readonly string[]>> = {
  _aliases: ['remove_index'],
  reroute: ['accept_data_loss'],
  _ilm: ['delete'],
  _ism: ['delete'],
  _lifecycle: ['data_retention'],
  _slm: ['retention'],
};

/** Whether a request that changes something may delete or overwrite more than the documents it names. */
export function destroys({ method, target, body }: GuardedRequest): boolean {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  if (method === 'DELETE') return !namesOneDocument(path);
  // Decoded as a whole: a proxy may decode an encoded slash, or a server ignore an empty segment.
  const segments = decoded(path)
    .split('/')
    .map((segment) => segment.toLowerCase());
  const parameters = new URLSearchParams(query);
  const bodies = [body, ...parameters.getAll('source')];
  if (segments.includes('_sql'))
    return !bodies.every(readsBySql) || parameters.getAll('sql').some(changesBySql);
  if (method === 'GET' || method === 'HEAD') return false;
  if (segments.some((segment) => BY_QUERY.has(segment))) return true;
  const keys = segments.flatMap((segment) => BY_BODY[segment] ?? []);
  return keys.length > 0 && bodies.some((each) => losesData(each, keys));
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

/** Fails closed: text that is not JSON may be in another format. */
function losesData(body: unknown, keys: readonly string[]): boolean {
  if (body === undefined || body === '') return false;
  const value = parseBody(body);
  return value === undefined || keys.some((key) => hasKey(value, key));
}

/** The SQL of OpenSearch can delete documents. Without a query, the body closes or continues a cursor. */
function readsBySql(body: unknown): boolean {
  if (body === undefined || body === '') return true;
  const value = parseBody(body);
  if (!isRecord(value)) return false;
  return value.query === undefined || (typeof value.query === 'string' && !changesBySql(value.query));
}

function changesBySql(query: string): boolean {
  return !/^[\s(]*(?:select|show|describe|desc|explain|with)\b/i.test(query) || /\bdelete\b/i.test(query);
}

function hasKey(value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKey(item, wanted));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, inner]) => key === wanted || hasKey(inner, wanted));
}
