import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  checkHostKey,
  fingerprint,
  keysOf,
  keyType,
  knownHostsName,
  preferredAlgorithms,
} from './known-hosts.ts';
import { createKey } from './testing/server.ts';

const [a, b, rsa] = [createKey(), createKey(), createKey('rsa')];
const blob = (key: { public: string }) => Buffer.from(key.public.split(' ')[1] ?? '', 'base64');
const keys = (text: string, host = 'bastion.test', port = 22) => keysOf([{ path: '/kh', text }], host, port);
const verdict = (text: string, shown = a, host?: string, port?: number) =>
  checkHostKey(keys(text, host, port), blob(shown)).kind;

function hashed(name: string): string {
  const salt = randomBytes(20);
  const hash = createHmac('sha1', salt).update(name).digest('base64');
  return `|1|${salt.toString('base64')}|${hash}`;
}

test('accepts a key that is listed for its host', () => {
  expect(verdict(`bastion.test ${a.public}`)).toBe('known');
  expect(verdict(`other.test,Bastion.Test,10.0.0.1 ${a.public} a comment`)).toBe('known');
  expect(verdict(`# bastion.test ${a.public}\n\nbroken line\n  bastion.test ${a.public}`)).toBe('known');
  expect(verdict('')).toBe('unknown');
  expect(verdict(`other.test ${a.public}`)).toBe('unknown');
});

test('matches names with wildcards and exclusions', () => {
  expect(verdict(`*.test,!evil.test ${a.public}`)).toBe('known');
  expect(verdict(`*.test,!evil.test ${a.public}`, a, 'evil.test')).toBe('unknown');
  expect(verdict(`bastio?.test ${a.public}`)).toBe('known');
  expect(verdict(`bastion-test ${a.public}`)).toBe('unknown');
});

test('matches hashed names', () => {
  expect(verdict(`${hashed('bastion.test')} ${a.public}`)).toBe('known');
  expect(verdict(`${hashed('[bastion.test]:2222')} ${a.public}`, a, 'bastion.test', 2222)).toBe('known');
  expect(verdict(`${hashed('other.test')} ${a.public}`)).toBe('unknown');
  expect(verdict(`|1|broken ${a.public}`)).toBe('unknown');
});

test('treats another port as another host, but accepts the same key', () => {
  expect(knownHostsName('h', 22)).toBe('h');
  expect(knownHostsName('h', 2222)).toBe('[h]:2222');
  expect(verdict(`[bastion.test]:2222 ${a.public}`, a, 'bastion.test', 2222)).toBe('known');
  expect(verdict(`[bastion.test]:2222 ${a.public}`, a, 'bastion.test', 22)).toBe('unknown');
  expect(verdict(`bastion.test ${a.public}`, a, 'bastion.test', 2222)).toBe('known');
  expect(verdict(`bastion.test ${b.public}`, a, 'bastion.test', 2222)).toBe('unknown');
});

test('reports another key of the same type as changed and one of another type as unknown', () => {
  expect(checkHostKey(keys(`x ${a.public}\nbastion.test ${b.public}`), blob(a))).toEqual({
    kind: 'changed',
    place: '/kh:2',
  });
  expect(verdict(`bastion.test ${rsa.public}`)).toBe('unknown');
  expect(verdict(`bastion.test ${b.public}\nbastion.test ${a.public}`)).toBe('known');
});

test('rejects a revoked key that is listed elsewhere too', () => {
  expect(checkHostKey(keys(`bastion.test ${a.public}\n@revoked * ${a.public}`), blob(a))).toEqual({
    kind: 'revoked',
    place: '/kh:2',
  });
  expect(verdict(`@revoked bastion.test ${b.public}`)).toBe('unknown');
});

test('ignores the keys of certificate authorities', () => {
  expect(verdict(`@cert-authority bastion.test ${a.public}`)).toBe('unknown');
});

test('prefers the algorithms of known keys', () => {
  expect(preferredAlgorithms([])[0]).toBe('ssh-ed25519');
  const algorithms = preferredAlgorithms(keys(`bastion.test ${rsa.public}`));
  expect(algorithms.slice(0, 4)).toEqual(['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa', 'ssh-ed25519']);
  expect(new Set(algorithms).size).toBe(7);
});

test('computes type and fingerprint as ssh-keygen does', () => {
  expect(keyType(blob(a))).toBe('ssh-ed25519');
  expect(keyType(blob(rsa))).toBe('ssh-rsa');
  expect(fingerprint(blob(a))).toBe(a.fingerprint);
});
