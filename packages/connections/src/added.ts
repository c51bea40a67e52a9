import type { ToolContext } from '@molehill/core/context';
import type { EffectsContext } from '@molehill/core/effects';
import type { HandleKind } from '@molehill/core/handles';
import type { Connection } from './definition.ts';

type Added = Pick<Connection<unknown>, 'name' | 'revision' | 'source'>;

/** Connections that a caller added itself. It may remove them again without a question, as long as nobody else changed them. */
const added: HandleKind<Added> = {
  name: 'added-connection',
  idleMs: 12 * 60 * 60_000,
  most: 100,
  dispose: () => {},
};

export function rememberAdded(connection: Added, { handles, caller }: ToolContext): void {
  // A person at the page can always be asked.
  if (caller.isTransient || caller.isShared || caller.frontend === 'page') return;
  for (const { id, value } of handles.list(added)) if (isOf(value, connection)) handles.take(added, id);
  const { name, revision, source } = connection;
  handles.open(added, { name, revision, source });
}

export function addedByCaller(connection: Added, { handles }: Pick<EffectsContext, 'handles'>): boolean {
  return handles
    .list(added)
    .some(({ value }) => isOf(value, connection) && value.revision === connection.revision);
}

function isOf(one: Added, other: Added): boolean {
  return one.name === other.name && one.source.label === other.source.label;
}
