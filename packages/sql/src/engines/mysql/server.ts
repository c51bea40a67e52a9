/** The product and its capabilities. */
export interface ServerKind {
  readonly name: string;
  readonly isMariadb: boolean;
  /** Whether it has the command that resets a session. */
  readonly canReset: boolean;
  /** The session variable that makes transactions READ ONLY. */
  readonly readOnlyVariable: string;
  readonly allowWrites: string;
  readonly hasGeneratedColumns: boolean;
  readonly hasChecks: boolean;
  /** EXPLAIN FORMAT=TREE, and EXPLAIN ANALYZE with a tree as its result. */
  readonly hasTreePlans: boolean;
}

function atLeast(version: readonly number[], wanted: readonly number[]): boolean {
  const different = wanted.findIndex((part, index) => (version[index] ?? 0) !== part);
  return different < 0 || (version[different] ?? 0) > (wanted[different] ?? 0);
}

/** MariaDB prefixes its version with `5.5.5-` in the handshake. */
export function serverKind(handshakeVersion: string): ServerKind {
  const isMariadb = /mariadb/i.test(handshakeVersion);
  const text = /\d+(\.\d+)+/.exec(handshakeVersion.replace(/^5\.5\.5-/, ''))?.[0] ?? '0';
  const version = text.split('.').map(Number);
  const since = (mysql: readonly number[] | undefined, mariadb: readonly number[] | undefined) => {
    const wanted = isMariadb ? mariadb : mysql;
    return wanted !== undefined && atLeast(version, wanted);
  };
  const readOnlyVariable = since([5, 7, 20], [11, 1, 1]) ? 'transaction_read_only' : 'tx_read_only';
  return {
    name: `${isMariadb ? 'MariaDB' : 'MySQL'} ${text}`,
    isMariadb,
    canReset: since([5, 7, 3], [10, 2, 4]),
    readOnlyVariable,
    allowWrites: `SET SESSION ${readOnlyVariable} = 0`,
    hasGeneratedColumns: since([5, 7, 6], [10, 2, 5]),
    hasChecks: since([8, 0, 16], [10, 2, 22]),
    hasTreePlans: since([8, 0, 18], undefined),
  };
}
