import type { CallEffects } from '@molehill/core/effects';
import type { ConnectionFields, FieldValue } from './fields.ts';
import { isReference, secretsOf } from './secrets.ts';
import type { ConnectionBase } from './shape.ts';

/** A reference uses a secret that its author may not know, so a person decides where it is sent. */
export function effectsOfAdd(config: ConnectionBase, fields: ConnectionFields): CallEffects {
  const used = secretsOf(config, fields).filter(({ value }) => isReference(value));
  return writes(
    used.length > 0 &&
      `Add the connection "${config.name}" with ${listed(used)}? It is sent to: ${routeText(config, fields)}. ${access(config)}`,
  );
}

export interface Update {
  /** As it is stored, valid or not. */
  readonly before: unknown;
  readonly after: ConnectionBase;
  readonly patch: unknown;
}

/** A person confirms that a connection becomes writable, and that a secret is newly used or sent elsewhere. */
export function effectsOfUpdate({ before, after, patch }: Update, fields: ConnectionFields): CallEffects {
  const { name } = after;
  const given = new Set(fields.values('secret', patch).map(({ path }) => path));
  const secrets = secretsOf(after, fields);
  const used = secrets.filter(({ path, value }) => given.has(path) && isReference(value));
  const kept = secrets.filter(({ path }) => !given.has(path));
  const changes = routeChanges(before, after, fields);
  const wasReadonly = isReadonly(before);
  return writes(
    wasReadonly && !after.readonly && `Let the connection "${name}" change data? It is read-only now.`,
    used.length > 0 &&
      `Use ${listed(used)} for the connection "${name}"? It is sent to: ${routeText(after, fields)}. ${access(after)}`,
    kept.length > 0 &&
      changes.length > 0 &&
      `Send the stored ${kept.map(({ path }) => path).join(', ')} of the connection "${name}" another way? ${changes.join(', ')}.`,
  );
}

function isReadonly(definition: unknown): boolean {
  return (definition as Partial<ConnectionBase> | null)?.readonly === true;
}

function routeChanges(before: unknown, after: unknown, fields: ConnectionFields): string[] {
  const valuesOf = (definition: unknown) =>
    new Map(fields.values('route', definition).map(({ path, value }) => [path, JSON.stringify(value)]));
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => old.get(path) !== now.get(path),
  );
  return changed.map((path) => `${path}: ${old.get(path) ?? 'not set'} → ${now.get(path) ?? 'not set'}`);
}

function routeText(config: ConnectionBase, fields: ConnectionFields): string {
  return fields
    .values('route', config)
    .map(({ path, value }) => `${path} ${JSON.stringify(value)}`)
    .join(', ');
}

/** `password ${env:PW}` */
function listed(references: readonly FieldValue[]): string {
  return references.map(({ path, value }) => `${path} ${String(value)}`).join(', ');
}

function access({ readonly }: ConnectionBase): string {
  return readonly ? 'The connection is read-only.' : 'The connection may change data.';
}

function writes(...questions: readonly (string | false)[]): CallEffects {
  const summary = questions.filter((question) => question !== false).join(' ');
  return summary === '' ? { effect: 'writes' } : { effect: 'writes', ask: true, summary };
}
