import type { ShopDb } from './db.ts';
import { ShopError } from './errors.ts';
import { parseId } from './ids.ts';
import { listProducts } from './inventory.ts';
import { findOrder, invoiceOf, ordersOfCustomer } from './orders.ts';
import { parseQuoteRequest, quoteFor } from './quote.ts';

export type ShopRequest = { method: string; url: URL; body: string };

type Handler = (db: ShopDb, request: ShopRequest, id: number) => unknown;
type Route = { method: 'GET' | 'POST'; path: RegExp; handle: Handler };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ShopError('bad_request', 'The body is not valid JSON.');
  }
}

const ROUTES: Route[] = [
  {
    method: 'GET',
    path: /^\/products$/,
    handle: (db, { url }) => ({ products: listProducts(db, url.searchParams.get('category')) }),
  },
  { method: 'GET', path: /^\/orders\/([^/]+)$/, handle: (db, _request, id) => findOrder(db, id) },
  { method: 'GET', path: /^\/orders\/([^/]+)\/invoice$/, handle: (db, _request, id) => invoiceOf(db, id) },
  {
    method: 'GET',
    path: /^\/customers\/([^/]+)\/orders$/,
    handle: (db, _request, id) => ({ orders: ordersOfCustomer(db, id) }),
  },
  {
    method: 'POST',
    path: /^\/quote$/,
    handle: (db, { body }) => quoteFor(db, parseQuoteRequest(parseJson(body))),
  },
];

export function answer(db: ShopDb, request: ShopRequest): unknown {
  const path = request.url.pathname;
  const atPath = ROUTES.filter((route) => route.path.test(path));
  if (atPath.length === 0) throw new ShopError('not_found', `There is nothing at ${path}.`);
  const route = atPath.find((candidate) => candidate.method === request.method);
  if (!route) {
    const allowed = atPath.map((candidate) => candidate.method).join(', ');
    throw new ShopError('method_not_allowed', `${path} takes ${allowed}, not ${request.method}.`);
  }
  const id = route.path.exec(path)?.[1];
  return route.handle(db, request, id === undefined ? 0 : parseId(id));
}
