import { expect, test } from 'vitest';
import { createGuard } from './guard.ts';

const guard = createGuard({
  allowedHosts: ['127.0.0.1', 'localhost', '[::1]'],
  token: 'the-token',
  cookieName: 'molehill',
});

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

test('accepts the token', () => {
  expect(guard.checkBearer(ask({ authorization: 'Bearer the-token' }))).toBeUndefined();
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
  const refusal = guard.checkBearer(ask({ authorization }));
  expect(refusal?.status).toBe(401);
  expect(refusal?.headers.get('www-authenticate')).toBe('Bearer realm="molehill"');
  expect(await codeOf(refusal)).toBe('E_UNAUTHORIZED');
});

test('reports a missing or wrong token without revealing it', async () => {
  const wrong = (await guard.checkBearer(ask({ authorization: 'Bearer x' }))?.text()) ?? '';
  const missing = (await guard.checkBearer(ask({}))?.text()) ?? '';
  expect(wrong).toContain('The token is wrong.');
  expect(missing).toContain('A token is required.');
  expect(wrong + missing).not.toContain('the-token');
});

const [cookie = ''] = guard.cookie.split(';');

test('accepts the cookie for the API only', () => {
  expect(guard.checkBearerOrCookie(ask({ cookie }))).toBeUndefined();
  expect(guard.checkBearerOrCookie(ask({ cookie: `a=b; ${cookie}; c=d` }))).toBeUndefined();
  expect(guard.checkBearerOrCookie(ask({ authorization: 'Bearer the-token' }))).toBeUndefined();
  expect(guard.checkBearer(ask({ cookie }))?.status).toBe(401);
});

test.each(['', 'molehill=', 'molehill=x', 'molehill=the-token', `x${'molehill'}=1`])(
  'rejects the cookie "%s"',
  (other) => {
    expect(guard.checkBearerOrCookie(ask({ cookie: other }))?.status).toBe(401);
  },
);

test('sets an HttpOnly, SameSite cookie that does not contain the token', () => {
  expect(guard.cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(guard.cookie).not.toContain('the-token');
});

test('accepts every call without a token, but no empty cookie', () => {
  const open = createGuard({ allowedHosts: ['127.0.0.1'], token: undefined, cookieName: 'molehill' });
  expect(open.checkBearer(ask({}))).toBeUndefined();
  expect(open.checkBearerOrCookie(ask({ cookie: 'molehill=' }))).toBeUndefined();
});
