import { createRedactor } from '@molehill/core/redact';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ConnectionFields, secret } from './fields.ts';
import { hideSecrets, referenceProblem, resolveReferences, withoutSecrets } from './secrets.ts';
import { baseConnectionShape } from './shape.ts';

const env = { PW: 'from-the-environment', EMPTY: '' };
const keychain = async (name: string) => (name === 'shop' ? 'from-the-keychain' : undefined);
const reference = (kind: string, name: string) => `\${${kind}:${name}}`;
const schema = z.object({
  ...baseConnectionShape,
  /** Names that say nothing: the declaration decides. */
  color: secret(z.string().optional()),
  headers: secret(z.record(z.string(), z.string()).optional()),
  apiToken: z.string().optional(),
});
const fields = new ConnectionFields(schema);
const resolve = (value: unknown) => resolveReferences(value, fields, 'shop', { env, keychain });

test('resolves references in secret fields at any depth and changes nothing else', async () => {
  const given = {
    password: reference('env', 'PW'),
    color: reference('env', 'EMPTY'),
    ssh: { passphrase: reference('keychain', 'shop'), jump: [{ password: reference('env', 'PW') }] },
    headers: { Authorization: reference('env', 'PW'), Plain: `$PW \${PW} $$` },
    port: 5432,
    user: reference('env', 'PW'),
    apiToken: `not ${reference('env', 'PW')} alone`,
  };
  expect(await resolve(given)).toEqual({
    password: 'from-the-environment',
    color: '',
    ssh: { passphrase: 'from-the-keychain', jump: [{ password: 'from-the-environment' }] },
    headers: { Authorization: 'from-the-environment', Plain: given.headers.Plain },
    port: 5432,
    user: given.user,
    apiToken: given.apiToken,
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

test.each([
  [{ user: reference('env', 'PW') }, 'user is not a secret, so it cannot refer to one: write its value'],
  [{ host: reference('keychain', 'x') }, expect.stringMatching(/^host is not a secret/)],
  [{ apiToken: reference('env', 'PW') }, expect.stringMatching(/^apiToken is not a secret/)],
  [
    { ssh: { host: 'h', jump: [{ host: reference('env', 'X') }] } },
    expect.stringMatching(/^ssh.jump.0.host is/),
  ],
  [{ password: reference('vault', 'x') }, expect.stringContaining('unknown kind of reference "vault"')],
  [{ password: reference('ENV', 'x') }, expect.stringContaining('unknown kind of reference "ENV"')],
  [{ color: reference('env', 'PW'), headers: { A: reference('keychain', 'x') } }, undefined],
  [{ user: `\${PW}`, password: 'literal' }, undefined],
])('accepts a reference in a field that is declared as a secret only: %j', (definition, problem) => {
  expect(referenceProblem(definition, fields)).toEqual(problem);
});

test('registers literal secrets at any depth for redaction, and not references or plain fields', () => {
  const redactor = createRedactor();
  hideSecrets(
    {
      user: 'reader',
      password: 'top-secret-1',
      headers: { Authorization: 'top-secret-2' },
      ssh: { host: 'bastion', passphrase: 'top-secret-3', jump: [{ password: 'top-secret-4' }] },
      color: reference('env', 'PW'),
    },
    fields,
    redactor,
  );
  const text = `reader bastion ${reference('env', 'PW')} top-secret-1 top-secret-2 top-secret-3 top-secret-4`;
  expect(redactor.known(text)).toBe(`reader bastion ${reference('env', 'PW')} *** *** *** ***`);
});

test('does not redact a password that equals the user name', () => {
  const redactor = createRedactor();
  hideSecrets({ type: 'postgres', user: 'postgres', password: 'postgres' }, fields, redactor);
  expect(redactor.known('role postgres')).toBe('role postgres');
});

test('removes secrets from the public view and keeps references', () => {
  const definition = {
    name: 'shop',
    password: 'literal',
    color: reference('keychain', 'shop'),
    headers: { Authorization: 'literal' },
    ssh: { host: 'h', passphrase: 'literal', jump: [{ host: 'j', password: 'literal' }] },
  };
  expect(withoutSecrets(definition, fields)).toEqual({
    name: 'shop',
    color: reference('keychain', 'shop'),
    headers: {},
    ssh: { host: 'h', jump: [{ host: 'j' }] },
  });
});
