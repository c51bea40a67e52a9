import { createRedactor } from '@molehill/core/redact';
import { expect, test } from 'vitest';
import { hideSecrets, resolveReferences, withoutSecrets } from './secrets.ts';

const env = { PW: 'from-the-environment', EMPTY: '' };
const keychain = async (name: string) => (name === 'shop' ? 'from-the-keychain' : undefined);
const reference = (kind: string, name: string) => `\${${kind}:${name}}`;
const resolve = (value: unknown) => resolveReferences(value, 'shop', { env, keychain });

test('references are resolved wherever they stand, and nothing else is touched', async () => {
  const given = {
    password: reference('env', 'PW'),
    empty: reference('env', 'EMPTY'),
    ssh: { passphrase: reference('keychain', 'shop'), jump: [{ password: reference('env', 'PW') }] },
    port: 5432,
    text: `not ${reference('env', 'PW')} alone`,
    dollars: `$PW \${PW} $$`,
  };
  expect(await resolve(given)).toEqual({
    password: 'from-the-environment',
    empty: '',
    ssh: { passphrase: 'from-the-keychain', jump: [{ password: 'from-the-environment' }] },
    port: 5432,
    text: given.text,
    dollars: given.dollars,
  });
});

test('what is not set is named, with how to set it', async () => {
  await expect(resolve({ password: reference('env', 'NOPE') })).rejects.toMatchObject({
    code: 'E_SECRET_MISSING',
    message: 'shop.password refers to the environment variable NOPE, which is not set.',
  });
  await expect(resolve({ ssh: { password: reference('keychain', 'nope') } })).rejects.toMatchObject({
    code: 'E_SECRET_MISSING',
    message: 'shop.ssh.password refers to the keychain entry "nope", which is not set.',
    hint: expect.stringContaining('molehill'),
  });
});

test('a kind of reference nobody knows is not sent to a server as a password', async () => {
  await expect(resolve({ password: reference('vault', 'x') })).rejects.toMatchObject({
    code: 'E_CONNECTION_INVALID',
    message: expect.stringContaining('"vault" is no kind of reference'),
  });
});

test('literal secrets are hidden from then on, at any depth; references and plain fields are not', () => {
  const redactor = createRedactor();
  hideSecrets(
    {
      user: 'reader',
      password: 'top-secret-1',
      apiKey: 'top-secret-2',
      ssh: { host: 'bastion', passphrase: 'top-secret-3', jump: [{ password: 'top-secret-4' }] },
      other: { password: reference('env', 'PW') },
    },
    redactor,
  );
  const text = `reader bastion ${reference('env', 'PW')} top-secret-1 top-secret-2 top-secret-3 top-secret-4`;
  expect(redactor.known(text)).toBe(`reader bastion ${reference('env', 'PW')} *** *** *** ***`);
});

test('a password that is also the name of the user hides no names', () => {
  const redactor = createRedactor();
  hideSecrets({ type: 'postgres', user: 'postgres', password: 'postgres' }, redactor);
  expect(redactor.known('role postgres')).toBe('role postgres');
});

test('what is shown has no secrets, but says where they come from', () => {
  const shown = withoutSecrets({
    name: 'shop',
    password: 'literal',
    apiKey: reference('keychain', 'shop'),
    ssh: { host: 'h', passphrase: 'literal', jump: [{ host: 'j', password: 'literal' }] },
  });
  expect(shown).toEqual({
    name: 'shop',
    apiKey: reference('keychain', 'shop'),
    ssh: { host: 'h', jump: [{ host: 'j' }] },
  });
});
