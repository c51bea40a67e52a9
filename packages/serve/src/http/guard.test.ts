import { expect, test } from 'vitest';
import { createGuard } from './guard.ts';
import { PageAccess } from './page-access.ts';
import type { Access } from './route.ts';

const allowedHosts = ['127.0.0.1', 'localhost', '[::1]'];
const page = new PageAccess();
const guard = createGuard({ allowedHosts, token: 'the-token', page });

function signIn(): string {
  const exchanged = page.redeem(page.issueCode());
  return 'session' in exchanged ? exchanged.session : '';
}

/** The kind of who may access, or the refusal. */
async function authorize(headers: Record<string, string>, access: Access) {
  const who = guard.authorize(ask(headers), access);
  if (!(who instanceof Response)) return who?.kind;
  return [who.status, await codeOf(who)];
}

function ask(headers: Record<string, string>): Request {
  return new Request('http://127.0.0.1:5000/mcp', { headers: { host: '127.0.0.1:5000', ...headers } });
}

async function codeOf(response: Response | undefined): Promise<string | undefined> {
  return response && ((await response.json()) as { code: string }).code;
}

test.each(['127.0.0.1:5000', '127.0.0.1', 'localhost:80', 'LOCALHOST:80', '[::1]:5000'])(
  'accepts the host %s',
  (host) => {
    expect(guard.checkSource(ask({ host }))).toBeUndefined();
  },
);

test.each(['', 'evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', '127.0.0.1:x', '::1'])(
  'rejects the host "%s"',
  async (host) => {
    const refusal = guard.checkSource(ask({ host }));
    expect(refusal?.status).toBe(421);
    expect(await codeOf(refusal)).toBe('E_HOST_REFUSED');
  },
);

test('accepts our own page and requests without origin', () => {
  expect(guard.checkSource(ask({}))).toBeUndefined();
  expect(guard.checkSource(ask({ origin: 'http://127.0.0.1:5000' }))).toBeUndefined();
});

test.each([
  'null',
  'https://127.0.0.1:5000',
  'http://127.0.0.1:5001',
  'http://localhost:5000',
  'http://evil.example',
  '',
])('rejects the origin "%s"', async (origin) => {
  const refusal = guard.checkSource(ask({ origin }));
  expect(refusal?.status).toBe(403);
  expect(await codeOf(refusal)).toBe('E_ORIGIN_REFUSED');
});

const agent = { authorization: 'Bearer the-token' };

test('accepts the token of an agent', async () => {
  expect(await authorize(agent, ['agent'])).toBe('agent');
  expect(await authorize(agent, ['agent', 'person'])).toBe('agent');
});

test.each([
  '',
  'Bearer',
  'Bearer the-toke',
  'Bearer the-token2',
  'bearer the-token',
  'the-token',
  'Basic the-token',
])('rejects the authorization "%s"', async (authorization) => {
  const refusal = guard.authorize(ask({ authorization }), ['agent']);
  expect(refusal).toMatchObject({ status: 401 });
  expect((refusal as Response).headers.get('www-authenticate')).toBe('Bearer realm="molehill"');
  expect(await codeOf(refusal as Response)).toBe('E_UNAUTHORIZED');
});

test('reports a missing or wrong token without revealing it', async () => {
  const textOf = (headers: Record<string, string>) =>
    (guard.authorize(ask(headers), ['agent']) as Response).text();
  const wrong = await textOf({ authorization: 'Bearer x' });
  const missing = await textOf({});
  expect(wrong).toContain('The token is wrong.');
  expect(missing).toContain('A token is required.');
  expect(wrong + missing).not.toContain('the-token');
});

test('a session of the page is a person, and no agent', async () => {
  const headers = { 'molehill-session': signIn() };
  expect(await authorize(headers, ['person'])).toBe('person');
  expect(await authorize(headers, ['agent', 'person'])).toBe('person');
  expect(await authorize({ ...headers, ...agent }, ['agent', 'person'])).toBe('person');
  expect(await authorize(headers, ['agent'])).toEqual([401, 'E_UNAUTHORIZED']);
});

test('the token of an agent does not decide for a person', async () => {
  expect(await authorize(agent, ['person'])).toEqual([403, 'E_PERSON_REQUIRED']);
  expect(await authorize(agent, ['person', 'owner'])).toEqual([403, 'E_PERSON_REQUIRED']);
});

test('neither the token nor a code nor the key is a session, and no secret is another', async () => {
  for (const secret of ['the-token', page.issueCode(), page.key])
    expect(await authorize({ 'molehill-session': secret }, ['person'])).toEqual([
      401,
      'E_PAGE_SESSION_ENDED',
    ]);
  for (const secret of ['the-token', page.issueCode(), signIn()])
    expect(await authorize({ 'molehill-key': secret }, ['owner'])).toEqual([401, 'E_UNAUTHORIZED']);
  for (const secret of [page.key, page.issueCode(), signIn()])
    expect(await authorize({ authorization: `Bearer ${secret}` }, ['agent'])).toEqual([
      401,
      'E_UNAUTHORIZED',
    ]);
  expect(await authorize({ 'molehill-key': page.key }, ['person', 'owner'])).toBe('owner');
});

test('a cookie is no credential', async () => {
  const secrets = ['the-token', page.key, signIn()];
  for (const secret of secrets)
    for (const name of ['molehill', 'Molehill-Session', 'Authorization'])
      expect(await authorize({ cookie: `${name}=${secret}` }, ['agent', 'person', 'owner'])).toEqual([
        401,
        'E_UNAUTHORIZED',
      ]);
});

test('a session that is not known has ended', async () => {
  for (const session of ['', 'x', `${signIn()}x`])
    expect(await authorize({ 'molehill-session': session }, ['agent', 'person'])).toEqual([
      401,
      'E_PAGE_SESSION_ENDED',
    ]);
});

test('without a token everyone is an agent, and nobody a person', async () => {
  const open = createGuard({ allowedHosts, token: undefined, page });
  expect(open.authorize(ask({}), ['agent'])).toEqual({ kind: 'agent' });
  expect(await codeOf(open.authorize(ask({}), ['person']) as Response)).toBe('E_PERSON_REQUIRED');
});
