import { decoded } from '../client/target.ts';
import type { GuardedRequest } from '../guard.ts';

const ONE_DOCUMENT = /^\/[^/]+\/_doc\/[^/]+\/?$/;
const BY_QUERY = /\/_(delete|update)_by_query\/?$/;
const REMOVES_INDEX = /"remove_index"/;

/** Whether a request that changes something may delete or overwrite more than the documents it names. */
export function destroys({ method, target, body }: GuardedRequest): boolean {
  const path = decoded(target.replace(/\?.*$/s, ''));
  if (method === 'DELETE') return !ONE_DOCUMENT.test(path);
  return BY_QUERY.test(path) || (/\/_aliases\/?$/.test(path) && REMOVES_INDEX.test(textOf(body)));
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
}
