import { connectionErrors } from '@molehill/connections/errors';
import { coreErrors, defineErrors } from '@molehill/core/errors';

const ownErrors = defineErrors({
  E_SYNTAX: {
    when: 'The database cannot parse the statement.',
    hint: 'Correct the statement at the position in the message.',
    retryable: false,
  },
  E_MULTI_STATEMENT: {
    when: 'The text contains several statements where one is expected.',
    hint: 'Send one statement per call.',
    retryable: false,
  },
  E_NO_SUCH_COLUMN: {
    when: 'The statement names a column that does not exist.',
    hint: 'Call {tool:describe_table} to see the columns of a table.',
    retryable: false,
  },
  E_NO_SUCH_TABLE: {
    when: 'The statement names a table, function or other object that does not exist.',
    hint: 'Call {tool:search_objects} or {tool:describe_table} to find the right name, and check the schema and quoting.',
    retryable: false,
  },
  E_PERMISSION: {
    when: 'The database role may not do what the statement asks.',
    hint: 'Read what this role may read, or have the owner grant the privilege.',
    retryable: false,
  },
  E_CONSTRAINT: {
    when: 'A constraint of the database rejects the change.',
    hint: 'Change the values to satisfy the named constraint; {tool:describe_table} shows it.',
    retryable: false,
  },
  E_DATA: {
    when: 'A value is invalid: wrong type, number out of range, division by zero.',
    hint: 'Cast or correct the value in the message.',
    retryable: false,
  },
  E_AUTH: {
    when: 'The database rejects the user or the password.',
    hint: 'Correct user and password with {tool:update_connection}, then call {tool:test_connection}.',
    retryable: false,
  },
  E_TLS: {
    when: 'TLS cannot be established as configured, or the server’s certificate is not trusted.',
    hint: 'Check tls.mode and tls.ca of the connection, and that its host is the name in the certificate.',
    retryable: false,
  },
  E_UNKNOWN_OUTCOME: {
    when: 'The connection broke while a statement ran that may write.',
    hint: 'Check in the data whether the change was made before you send it again.',
    retryable: false,
    outranksAbort: true,
  },
  E_DEADLOCK: {
    when: 'The database aborted this transaction because of a deadlock or a serialization conflict.',
    hint: 'Nothing was changed; retry the statement.',
    retryable: true,
  },
  E_LOCK_TIMEOUT: {
    when: 'The lock wait timed out: another transaction holds a lock that the statement needs.',
    hint: 'Retry later, or find out which session holds the lock.',
    retryable: true,
  },
  E_LIMIT: {
    when: 'The server is out of connections, memory, disk space or another resource.',
    hint: 'Retry later, or request less.',
    retryable: true,
  },
  E_UNSUPPORTED: {
    when: 'The database, or this version of it, does not support the request.',
    hint: 'Use another statement or option.',
    retryable: false,
  },
  E_SQL: {
    when: 'The database rejects the statement for another reason.',
    hint: 'Change the statement as the message of the database says.',
    retryable: false,
  },
});

/** Codes that driver errors map to. */
const mapped = defineErrors({
  ...ownErrors.table,
  E_CONNECT_FAILED: connectionErrors.table.E_CONNECT_FAILED,
  E_READONLY: coreErrors.table.E_READONLY,
});

export type SqlCode = keyof typeof mapped.table;

/** Errors of a database. Each dialect maps the codes of its engine to these. */
export const sqlErrors = { table: ownErrors.table, fail: mapped.fail };
