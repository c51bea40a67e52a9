import { isRecord } from '@molehill/core/record';
import type { Redactor } from '@molehill/core/redact';
import { connectionErrors } from './errors.ts';
import type { ConnectionFields, FieldValue } from './fields.ts';
import { type Keychain, keychainCommand } from './keychain.ts';

export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keychain: Keychain;
}

const REFERENCE = /^\$\{([A-Za-z]+):([^{}]+)\}$/;
const REFERENCE_FORMS = `\${env:NAME} or \${keychain:NAME}`;

export function isReference(value: unknown): boolean {
  return typeof value === 'string' && REFERENCE.test(value);
}

/** The secrets of a definition, literal or by reference. */
export function secretsOf(definition: unknown, fields: ConnectionFields): FieldValue[] {
  return fields.values('secret', definition).filter(({ value }) => value !== '');
}

/** What is wrong with the references of a definition: only a secret may refer to one. */
export function referenceProblem(definition: unknown, fields: ConnectionFields): string | undefined {
  const secrets = new Set(secretsOf(definition, fields).map(({ path }) => path));
  for (const { path, text } of textsOf(definition)) {
    const kind = REFERENCE.exec(text)?.[1];
    if (kind === undefined) continue;
    if (!secrets.has(path)) return `${path} is not a secret, so it cannot refer to one: write its value`;
    if (kind !== 'env' && kind !== 'keychain')
      return `unknown kind of reference "${kind}" (at ${path}): use ${REFERENCE_FORMS}`;
  }
  return undefined;
}

/** Registers every literal secret of a connection for redaction. References are not secret. */
export function hideSecrets(definition: unknown, fields: ConnectionFields, redactor: Redactor): void {
  const secrets = secretsOf(definition, fields).filter(({ value }) => !isReference(value));
  const paths = new Set(secrets.map(({ path }) => path));
  const shown = [...textsOf(definition)].filter(({ path }) => !paths.has(path)).map(({ text }) => text);
  // A password that equals the user or database name is public, and redacting it would redact those names.
  const plain = new Set(shown);
  for (const { value } of secrets) if (typeof value === 'string' && !plain.has(value)) redactor.add(value);
}

/** A copy without literal secrets. References are kept, because they name a secret without its value. */
export function withoutSecrets(definition: unknown, fields: ConnectionFields): Record<string, unknown> {
  const shown = fields.replace('secret', definition, (value) => (isReference(value) ? value : undefined));
  return isRecord(shown) ? shown : {};
}

/** A copy with every reference resolved. */
export async function resolveReferences(
  definition: unknown,
  fields: ConnectionFields,
  name: string,
  sources: SecretSources,
  signal?: AbortSignal,
): Promise<unknown> {
  const references = secretsOf(definition, fields).filter(({ value }) => isReference(value));
  const resolved = await Promise.all(
    references.map(
      async ({ path, value }) =>
        [path, await lookUp(String(value), `${name}.${path}`, sources, signal)] as const,
    ),
  );
  const found = new Map(resolved);
  return fields.replace('secret', definition, (value, path) => found.get(path) ?? value);
}

async function lookUp(
  reference: string,
  path: string,
  sources: SecretSources,
  signal: AbortSignal | undefined,
): Promise<string> {
  const [, kind, name = ''] = REFERENCE.exec(reference) ?? [];
  if (kind === 'env') return sources.env[name] ?? missing(path, `the environment variable ${name}`, 'Set it');
  const found = await sources.keychain(name, signal);
  return (
    found ?? missing(path, `the keychain entry "${name}"`, `Create it with \`${keychainCommand(name)}\``)
  );
}

function missing(path: string, what: string, how: string): never {
  throw connectionErrors.fail('E_SECRET_MISSING', `${path} refers to ${what}, which is not set.`, {
    hint: `${how} for the user this process runs as, or correct the reference.`,
  });
}

interface FoundText {
  readonly path: string;
  readonly text: string;
}

function* textsOf(value: unknown, path: readonly string[] = []): Generator<FoundText> {
  if (typeof value === 'string') yield { path: path.join('.'), text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, [...path, key]);
}
