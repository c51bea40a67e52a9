import type { ApprovalReason, FoundDatabase, Place } from './discovery/found.ts';

/** Sentences about a database for a person, without secrets. */

export function placeOf({ file, line, key }: Place): string {
  return `${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : ` (${key})`}`;
}

/** `postgres on db.example:5432, database shop, user app`; empty when nothing is known. */
export function describeRoute({ type, route }: Pick<FoundDatabase, 'type' | 'route'>): string {
  const { host, port, database, user, file } = route ?? {};
  const parts = [
    [type, file, host && `on ${host}${port === undefined ? '' : `:${port}`}`].filter(Boolean).join(' '),
    database && `database ${database}`,
    user && `user ${user}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What Molehill would do: `connect to the host db.example and use the variable TOKEN of this process`. */
export function describeReasons({ needsApproval }: Pick<FoundDatabase, 'needsApproval'>): string {
  return needsApproval.map(describeReason).join(' and ');
}

export function describeReason({ kind, detail }: ApprovalReason): string {
  return {
    host: `connect to the host ${detail}`,
    path: `open ${detail}, which is outside the project`,
    variable: `use the variable ${detail} of this process`,
    link: `follow a link to ${detail}, which is outside the project`,
  }[kind];
}
