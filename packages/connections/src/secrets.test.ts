import { createRedactor } from '@molehill/core/redact';
import { expect, test } from 'vitest';
import { hideSecrets, resolveReferences, withoutSecrets } from './secrets.ts';

const env = { PW: 'from-the-environment', EMPTY: '' };
const keychain = async (name: string) => (name === 'shop' ? 'from-the-keychain' : undefined);
const reference = (kind: string, name: string) => `\${${kind}:${name}}`;
const resolve = (value: unknown) => resolveReferences(value, 'shop', { env, keychain });

test('resolves references at any depth and changes nothing else', async () => {
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

test('names a secret that is not set, and how to set it', async () => {
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

test('rejects an unknown kind of reference', async () => {
  await expect(resolve({ password: reference('vault', 'x') })).rejects.toMatchObject({
    code: 'E_CONNECTION_INVALID',
    message: expect.stringContaining('unknown kind of reference "vault"'),
  });
});

test('registers literal secrets at any depth for redaction, and not references or plain fields', () => {
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

test('does not redact a password that equals the user name', () => {
  const redactor = createRedactor();
  hideSecrets({ type: 'postgres', user: 'postgres', password: 'postgres' }, redactor);
  expect(redactor.known('role postgres')).toBe('role postgres');
});

test('removes secrets from the public view and keeps references', () => {
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
