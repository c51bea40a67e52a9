import { isRecord } from '@molehill/core/record';
import type { Redactor } from '@molehill/core/redact';
import { connectionErrors } from './errors.ts';
import { type Keychain, keychainCommand } from './keychain.ts';

export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keychain: Keychain;
}

const SECRET_FIELD = /^(password|passphrase|secret|token|api_?key)$/i;
const REFERENCE = /^\$\{([A-Za-z]+):([^{}]+)\}$/;

export function isReference(value: unknown): boolean {
  return typeof value === 'string' && REFERENCE.test(value);
}

/** Whether any field refers to a secret of the environment or the keychain. */
export function refersToSecret(value: unknown): boolean {
  return [...textsOf(value)].some(({ text }) => /\$\{(env|keychain):/i.test(text));
}

/** Whether any field is a secret, literal or by reference. */
export function hasSecret(value: unknown): boolean {
  return [...textsOf(value)].some(({ text, secret }) => secret && text !== '');
}

/** Registers every literal secret of a connection for redaction. References are not secret. */
export function hideSecrets(connection: unknown, redactor: Redactor): void {
  const literals = [...textsOf(connection)].filter(({ text }) => !isReference(text));
  const plain = new Set(literals.filter(({ secret }) => !secret).map(({ text }) => text));
  // A password that equals the user or database name is public, and redacting it would redact those names.
  for (const { text, secret } of literals) if (secret && !plain.has(text)) redactor.add(text);
}

/** A copy without literal secrets. References are kept, because they name a secret without its value. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  const shown = Object.entries(fields).filter(
    ([key, value]) => !SECRET_FIELD.test(key) || isReference(value),
  );
  return Object.fromEntries(shown.map(([key, value]) => [key, withoutInnerSecrets(value)]));
}

function withoutInnerSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInnerSecrets);
  return isRecord(value) ? withoutSecrets(value) : value;
}

/** A copy with every `${env:NAME}` and `${keychain:NAME}` resolved. `path` names the value in messages. */
export async function resolveReferences(
  value: unknown,
  path: string,
  sources: SecretSources,
  signal?: AbortSignal,
): Promise<unknown> {
  const resolve = (inner: unknown, key: string | number) =>
    resolveReferences(inner, `${path}.${key}`, sources, signal);
  if (typeof value === 'string') return lookUp(value, path, sources, signal);
  if (Array.isArray(value)) return Promise.all(value.map(resolve));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await resolve(inner, key)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function lookUp(
  text: string,
  path: string,
  sources: SecretSources,
  signal: AbortSignal | undefined,
): Promise<string> {
  const [, kind, name = ''] = REFERENCE.exec(text) ?? [];
  if (kind === undefined) return text;
  if (kind === 'env') return sources.env[name] ?? missing(path, `the environment variable ${name}`, 'Set it');
  if (kind === 'keychain') {
    const found = await sources.keychain(name, signal);
    return (
      found ?? missing(path, `the keychain entry "${name}"`, `Create it with \`${keychainCommand(name)}\``)
    );
  }
  const known = `Use \${env:NAME} or \${keychain:NAME}.`;
  throw connectionErrors.fail(
    'E_CONNECTION_INVALID',
    `${path}: unknown kind of reference "${kind}". ${known}`,
  );
}

function missing(path: string, what: string, how: string): never {
  throw connectionErrors.fail('E_SECRET_MISSING', `${path} refers to ${what}, which is not set.`, {
    hint: `${how} for the user this process runs as, or correct the reference.`,
  });
}

interface FoundText {
  readonly text: string;
  readonly secret: boolean;
}

function* textsOf(value: unknown, secret = false): Generator<FoundText> {
  if (typeof value === 'string') yield { text: value, secret };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, secret || SECRET_FIELD.test(key));
}
