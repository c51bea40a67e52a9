import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from './refusal.ts';

export interface GuardOptions {
  /** Host names, without port, under which this server may be asked. */
  readonly allowedHosts: readonly string[];
  /** No token means that anybody on this machine may call; only tests do that. */
  readonly token: string | undefined;
  readonly cookieName: string;
}

export interface Guard {
  /** Refuses what did not come from this machine's own clients and pages. */
  checkSource(request: Request): Response | undefined;
  checkBearer(request: Request): Response | undefined;
  /** The page may come with its cookie instead of the token. */
  checkBearerOrCookie(request: Request): Response | undefined;
  /** The `Set-Cookie` value that lets the page in from now on. */
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

/** A browser says which page sends; only our own may. Programs send no Origin. */
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

/** Compared by hash, so that neither content nor length shows in the time it takes. */
function equal(given: string, expected: string): boolean {
  if (expected === '') return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
