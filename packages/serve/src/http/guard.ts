import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from './refusal.ts';

export interface GuardOptions {
  /** Accepted host names, without port. */
  readonly allowedHosts: readonly string[];
  /** Without a token every local process may call; for tests only. */
  readonly token: string | undefined;
  readonly cookieName: string;
}

export interface Guard {
  /** Checks the Host and Origin headers. */
  checkSource(request: Request): Response | undefined;
  checkBearer(request: Request): Response | undefined;
  /** Accepts the page's cookie instead of the token. */
  checkBearerOrCookie(request: Request): Response | undefined;
  /** The `Set-Cookie` value that authenticates the page. */
  readonly cookie: string;
}

export function createGuard(options: GuardOptions): Guard {
  const { token } = options;
  const cookieValue =
    token === undefined ? '' : createHmac('sha256', token).update('page').digest('base64url');
  const hasBearer = (request: Request) =>
    token === undefined || equal(request.headers.get('authorization') ?? '', `Bearer ${token}`);
  const hasCookie = (request: Request) => equal(readCookie(request, options.cookieName), cookieValue);

  return {
    checkSource: (request) => checkHost(request, options.allowedHosts) ?? checkOrigin(request),
    checkBearer: (request) => (hasBearer(request) ? undefined : unauthorized(request)),
    checkBearerOrCookie: (request) =>
      hasBearer(request) || hasCookie(request) ? undefined : unauthorized(request),
    cookie: `${options.cookieName}=${cookieValue}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

function checkHost(request: Request, allowed: readonly string[]): Response | undefined {
  const host = request.headers.get('host') ?? '';
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (allowed.includes(name)) return undefined;
  return refuse('E_HOST_REFUSED', `This server does not answer for the host "${host.slice(0, 80)}".`);
}

/** Browsers send an Origin, which must be our own page's; programs send none. */
function checkOrigin(request: Request): Response | undefined {
  const origin = request.headers.get('origin');
  if (origin === null || origin === `http://${request.headers.get('host')}`) return undefined;
  return refuse('E_ORIGIN_REFUSED', `Pages of "${origin.slice(0, 80)}" may not call this server.`);
}

function unauthorized(request: Request): Response {
  const message = request.headers.has('authorization') ? 'The token is wrong.' : 'A token is required.';
  return refuse('E_UNAUTHORIZED', message, { 'WWW-Authenticate': 'Bearer realm="molehill"' });
}

function readCookie(request: Request, name: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Compares hashes, so that timing reveals neither content nor length. */
function equal(given: string, expected: string): boolean {
  if (expected === '') return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
