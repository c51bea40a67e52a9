/** Which of the family this is, and what it can do. */
export interface ServerKind {
  readonly name: string;
  readonly isMariadb: boolean;
  /** Resetting a session takes a command that old servers do not have. */
  readonly canReset: boolean;
  /** The name under which sessions are told not to write. */
  readonly readOnlyVariable: string;
  readonly hasGeneratedColumns: boolean;
  readonly hasChecks: boolean;
  /** EXPLAIN FORMAT=TREE, and EXPLAIN ANALYZE that answers with such a tree. */
  readonly hasTreePlans: boolean;
}

function atLeast(version: readonly number[], wanted: readonly number[]): boolean {
  const different = wanted.findIndex((part, index) => (version[index] ?? 0) !== part);
  return different < 0 || (version[different] ?? 0) > (wanted[different] ?? 0);
}

/** MariaDB puts `5.5.5-` before its version for clients that know no number above 9. */
export function serverKind(greeting: string): ServerKind {
  const isMariadb = /mariadb/i.test(greeting);
  const text = /\d+(\.\d+)+/.exec(greeting.replace(/^5\.5\.5-/, ''))?.[0] ?? '0';
  const version = text.split('.').map(Number);
  const since = (mysql: readonly number[] | undefined, mariadb: readonly number[] | undefined) => {
    const wanted = isMariadb ? mariadb : mysql;
    return wanted !== undefined && atLeast(version, wanted);
  };
  return {
    name: `${isMariadb ? 'MariaDB' : 'MySQL'} ${text}`,
    isMariadb,
    canReset: since([5, 7, 3], [10, 2, 4]),
    readOnlyVariable: since([5, 7, 20], [11, 1, 1]) ? 'transaction_read_only' : 'tx_read_only',
    hasGeneratedColumns: since([5, 7, 6], [10, 2, 5]),
    hasChecks: since([8, 0, 16], [10, 2, 22]),
    hasTreePlans: since([8, 0, 18], undefined),
  };
}
