import { expect, test } from 'vitest';
import { PageAccess } from './page-access.ts';

const MINUTE = 60_000;

function openAccess() {
  const clock = { now: 1_000_000 };
  const page = new PageAccess(() => clock.now);
  const signIn = (): string => {
    const exchanged = page.redeem(page.issueCode());
    if ('problem' in exchanged) throw new Error(exchanged.problem);
    return exchanged.session;
  };
  return { page, clock, signIn };
}

test('a code is exchanged for a session once', () => {
  const { page } = openAccess();
  const code = page.issueCode();
  const exchanged = page.redeem(code);
  expect(exchanged).toEqual({ session: expect.stringMatching(/^[\w-]{43}$/) });
  expect(page.redeem(code)).toEqual({ problem: 'used' });
  expect(page.sessionOf('session' in exchanged ? exchanged.session : '')).toMatch(/^[\w-]{12}$/);
});

test('a code expires', () => {
  const { page, clock } = openAccess();
  const [code, other] = [page.issueCode(), page.issueCode()];
  clock.now += 60 * MINUTE - 1;
  expect(page.redeem(other)).toHaveProperty('session');
  clock.now += 1;
  expect(page.redeem(code)).toEqual({ problem: 'expired' });
  expect(page.redeem(other)).toEqual({ problem: 'used' });
});

test.each(['', 'x', 'undefined'])('the code "%s" is unknown', (code) => {
  const { page } = openAccess();
  page.issueCode();
  expect(page.redeem(code)).toEqual({ problem: 'unknown' });
});

test('codes, sessions and keys are random and of one process', () => {
  const [one, other] = [openAccess(), openAccess()];
  expect(other.page.redeem(one.page.issueCode())).toEqual({ problem: 'unknown' });
  expect(other.page.sessionOf(one.signIn())).toBeUndefined();
  expect(other.page.isKey(one.page.key)).toBe(false);
  expect(one.page.isKey(one.page.key)).toBe(true);
  expect(new Set(Array.from({ length: 100 }, () => one.page.issueCode())).size).toBe(100);
});

test('the id of a session does not reveal its secret', () => {
  const { page, signIn } = openAccess();
  const secret = signIn();
  const id = page.sessionOf(secret) ?? '';
  expect(secret).not.toContain(id);
  expect(page.sessionOf(id)).toBeUndefined();
  expect(page.sessionOf(secret)).toBe(id);
});

test('over the limit the least recently used session ends', () => {
  const { page, signIn } = openAccess();
  const [first, second] = [signIn(), signIn()];
  for (let more = 0; more < 30; more++) signIn();
  expect(page.sessionOf(first)).toBeDefined();
  signIn();
  expect(page.sessionOf(second)).toBeUndefined();
  expect(page.sessionOf(first)).toBeDefined();
});

test('the number of codes is limited, oldest first', () => {
  const { page } = openAccess();
  const codes = Array.from({ length: 33 }, () => page.issueCode());
  expect(page.redeem(codes[0] ?? '')).toEqual({ problem: 'unknown' });
  expect(page.redeem(codes[1] ?? '')).toHaveProperty('session');
});
