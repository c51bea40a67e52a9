import { connectionErrors } from '@molehill/connections/errors';
import { coreErrors, defineErrors, type ErrorOptions, type MolehillError } from '@molehill/core/errors';

const ownErrors = defineErrors({
  E_SYNTAX: {
    when: 'The database cannot parse the statement.',
    hint: 'Correct the statement at the place the message names.',
    retryable: false,
  },
  E_NO_SUCH_TABLE: {
    when: 'The statement names a table, column, function or other object that the database does not have.',
    hint: 'Call search_objects or describe_table to find the right name, and check the schema and quoting.',
    retryable: false,
  },
  E_PERMISSION: {
    when: 'The database role may not do what the statement asks.',
    hint: 'Ask for something this role may read, or have its owner grant the privilege.',
    retryable: false,
  },
  E_CONSTRAINT: {
    when: 'A constraint of the database refuses the change.',
    hint: 'Change the values so that they satisfy the named constraint; describe_table shows it.',
    retryable: false,
  },
  E_DATA: {
    when: 'A value cannot be what the statement wants it to be: a wrong type, a number out of range, a division by zero.',
    hint: 'Cast or correct the value that the message names.',
    retryable: false,
  },
  E_AUTH: {
    when: 'The database does not accept the user or the password.',
    hint: 'Correct user and password with update_connection, then call test_connection.',
    retryable: false,
  },
  E_TLS: {
    when: 'The connection cannot be encrypted as its settings demand, or the server’s certificate is not trusted.',
    hint: 'Check tls.mode and tls.ca of the connection, and that its host is the name in the certificate.',
    retryable: false,
  },
  E_UNKNOWN_OUTCOME: {
    when: 'The connection broke while a statement ran that may change something.',
    hint: 'Read the data to see whether the change was made before sending it again.',
    retryable: false,
    outranksAbort: true,
  },
  E_DEADLOCK: {
    when: 'Two transactions waited for each other or changed the same rows, and the database ended this one.',
    hint: 'Nothing was changed; send the statement again.',
    retryable: true,
  },
  E_LOCK_TIMEOUT: {
    when: 'Another transaction holds a lock that the statement needs for too long.',
    hint: 'Call again later, or find out who holds the lock.',
    retryable: true,
  },
  E_LIMIT: {
    when: 'The server is out of connections, memory, disk space or another resource.',
    hint: 'Call again later, or ask for less.',
    retryable: true,
  },
  E_UNSUPPORTED: {
    when: 'The database, or its version, cannot do what was asked.',
    hint: 'Ask for it in another way.',
    retryable: false,
  },
  E_SQL: {
    when: 'The database refuses the statement for another reason.',
    hint: 'Read what the database says and change the statement.',
    retryable: false,
  },
});

/** A code of ours, or core's for a server that cannot be reached or a connection that may only read. */
export type SqlCode = keyof typeof ownErrors.table | 'E_CONNECT_FAILED' | 'E_READONLY';

/** What a database can answer instead of rows. The dialects map their engine's own codes to these. */
export const sqlErrors = {
  table: ownErrors.table,
  fail: (code: SqlCode, message: string, options?: ErrorOptions): MolehillError =>
    code === 'E_CONNECT_FAILED'
      ? connectionErrors.fail(code, message, options)
      : code === 'E_READONLY'
        ? coreErrors.fail(code, message, options)
        : ownErrors.fail(code, message, options),
};
