import { defineErrors } from '@molehill/core/errors';

export const connectionErrors = defineErrors({
  E_UNKNOWN_CONNECTION: {
    when: 'No connection with that name is defined.',
    hint: 'Call {tool:list_connections} to see the names, or {tool:add_connection} to define it.',
    retryable: false,
  },
  E_CONNECTION_EXISTS: {
    when: 'A connection with that name is already defined.',
    hint: 'Choose another name, or change the existing one with {tool:update_connection}.',
    retryable: false,
  },
  E_CONNECTION_INVALID: {
    when: 'The definition of a connection is not valid.',
    hint: 'Correct the named field where the connection is defined.',
    retryable: false,
  },
  E_CONNECTION_READONLY_SOURCE: {
    when: 'A call tried to change a connection of the environment or the config file.',
    hint: 'Ask its owner to change it there; the tools change connections of the store only.',
    retryable: false,
  },
  E_CONNECTION_CHANGED: {
    when: 'A connection was changed by another call while this one waited for an answer.',
    hint: 'Call {tool:list_connections} to see the definition, then call again.',
    retryable: true,
  },
  E_SECRET_MISSING: {
    when: 'A secret that a connection refers to is not set.',
    hint: 'Set the named variable or keychain entry for this process, or correct the reference.',
    retryable: false,
  },
  E_KEYCHAIN_UNAVAILABLE: {
    when: 'A connection refers to the keychain, and no keychain is available to this process.',
    hint: `Unlock or install a keychain, or refer to an environment variable with \${env:NAME} instead.`,
    retryable: false,
  },
  E_CONNECT_FAILED: {
    when: 'The server of a connection cannot be reached, or the connection was lost.',
    hint: 'Check that the server runs and that host and port are right, then call {tool:test_connection}.',
    retryable: true,
  },
  E_SSH_CONFIG: {
    when: 'The SSH settings of a connection cannot be used.',
    hint: 'Correct the named setting in the connection or in ~/.ssh/config.',
    retryable: false,
  },
  E_SSH_CONNECT: {
    when: 'An SSH server of the route cannot be reached.',
    hint: 'Check the host and port of the SSH server, and that it can be reached from here.',
    retryable: true,
  },
  E_SSH_AUTH: {
    when: 'An SSH server accepts none of the authentication methods.',
    hint: 'Check the user, and the password, key or agent given for this SSH host.',
    retryable: false,
  },
  E_SSH_HOST_UNKNOWN: {
    when: 'The key of an SSH server is in no known_hosts file.',
    hint: 'Compare the fingerprint with one you trust, then add the host to known_hosts.',
    retryable: false,
  },
  E_SSH_HOST_CHANGED: {
    when: 'An SSH server presents a different key than known_hosts lists.',
    hint: 'This may be an attack. Find out why the key changed before you correct known_hosts.',
    retryable: false,
  },
  E_SSH_HOST_REVOKED: {
    when: 'An SSH server presents a key that known_hosts marks as revoked.',
    hint: 'Do not connect. Ask the owner of the server for its new key.',
    retryable: false,
  },
  E_TUNNEL: {
    when: 'The SSH tunnel is open, but the SSH server cannot reach the target.',
    hint: 'Check that host and port of the connection are right from the SSH server.',
    retryable: true,
  },
});

/**
 * Thrown by a backend whose connection was dead before anything was sent. The work is retried on a new backend, so it
 * must not be thrown once a statement may have reached the server.
 */
export class StaleBackendError extends Error {}
