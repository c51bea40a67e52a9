import type { CallEffects } from '@molehill/core/effects';
import { isRecord } from '@molehill/core/record';
import { hasSecret, refersToSecret } from './secrets.ts';
import type { ConnectionBase } from './shape.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that decide where a secret is sent, and who can read it in transit. */
const routeFields = ['host', 'port', 'ssh', 'type', 'scheme', 'verifyTls', 'ca'];

/**
 * A reference uses a secret that its author may not know. Without confirmation, an agent could add a writable copy of
 * a read-only connection.
 */
export function effectsOfAdd(definition: unknown): CallEffects {
  const { name, readonly } = isRecord(definition) ? definition : {};
  const borrows = readonly !== true && refersToSecret(definition);
  return writes(borrows && `Add the connection "${name}" with a stored secret, allowed to change data?`);
}

/** A person confirms that a connection becomes writable, and that a secret is sent elsewhere or newly used. */
export function effectsOfUpdate(config: ConnectionBase, patch: Fields): CallEffects {
  const { name } = config;
  const readonly = patch.readonly === undefined ? config.readonly : patch.readonly === true;
  const moves = routeFields.some((field) => field in patch) && hasSecret(keptBy(patch, config));
  const borrows = !readonly && refersToSecret(patch);
  return writes(
    config.readonly && !readonly && `Let the connection "${name}" change data? It is read-only now.`,
    moves && `Send the stored secret of the connection "${name}" to another server?`,
    borrows && `Use a stored secret for the connection "${name}", which may change data?`,
  );
}

/** The fields that a patch keeps. Objects are patched field by field, so parts of them may be kept. */
function keptBy(patch: Fields, config: ConnectionBase): object {
  const kept = Object.entries(config).filter(([key, value]) => !(key in patch) || typeof value === 'object');
  return Object.fromEntries(kept);
}

function writes(...questions: readonly (string | false)[]): CallEffects {
  const summary = questions.filter((question) => question !== false).join(' ');
  return summary === '' ? { effect: 'writes' } : { effect: 'writes', ask: true, summary };
}
