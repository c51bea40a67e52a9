import { equalSecrets } from './constant-time.ts';
import type { PageAccess } from './page-access.ts';
import { refuse } from './refusal.ts';
import type { Access, Identity } from './route.ts';

export interface GuardOptions {
  /** Accepted host names, without port. */
  readonly allowedHosts: readonly string[];
  /** Without a token every local process may call; for tests only. */
  readonly token: string | undefined;
  readonly page?: PageAccess | undefined;
}

export interface Guard {
  /** Checks the Host and Origin headers. */
  checkSource(request: Request): Response | undefined;
  /** The identity that may access, undefined where anyone may, or a refusal. */
  authorize(request: Request, access: Access): Identity | Response | undefined;
}

const SESSION_HEADER = 'Molehill-Session';
const KEY_HEADER = 'Molehill-Key';

export function createGuard(options: GuardOptions): Guard {
  return {
    checkSource: (request) => checkHost(request, options.allowedHosts) ?? checkOrigin(request),
    authorize: (request, access) => {
      if (access === 'anyone') return undefined;
      const identities = identify(request, options);
      const allowed = identities.find(({ kind }) => access.includes(kind));
      return allowed ?? refuseIdentity(request, access, identities);
    },
  };
}

function identify({ headers }: Request, { token, page }: GuardOptions): Identity[] {
  const identities: Identity[] = [];
  const session = page?.sessionOf(headers.get(SESSION_HEADER) ?? '');
  if (session !== undefined) identities.push({ kind: 'person', session });
  if (page?.isKey(headers.get(KEY_HEADER) ?? '')) identities.push({ kind: 'owner' });
  if (token === undefined || equalSecrets(headers.get('authorization') ?? '', `Bearer ${token}`))
    identities.push({ kind: 'agent' });
  return identities;
}

function refuseIdentity(request: Request, access: Access, identities: readonly Identity[]): Response {
  const isForPerson = access.includes('person');
  if (isForPerson && identities.some(({ kind }) => kind === 'agent'))
    return refuse('E_PERSON_REQUIRED', 'A person decides this; the token of an agent is not enough.');
  if (isForPerson && identities.length === 0 && request.headers.has(SESSION_HEADER))
    return refuse('E_PAGE_SESSION_ENDED', 'The session of this page has ended.');
  const message = request.headers.has('authorization') ? 'The token is wrong.' : 'A token is required.';
  return refuse('E_UNAUTHORIZED', message, { 'WWW-Authenticate': 'Bearer realm="molehill"' });
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
