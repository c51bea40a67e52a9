import { defineErrors } from '@molehill/core/errors';

export const connectionErrors = defineErrors({
  E_UNKNOWN_CONNECTION: {
    when: 'No connection of that name is defined.',
    hint: 'Call list_connections to see the names, or add_connection to define it.',
    retryable: false,
  },
  E_CONNECTION_EXISTS: {
    when: 'A connection of that name is defined already.',
    hint: 'Choose another name, or change the existing one with update_connection.',
    retryable: false,
  },
  E_CONNECTION_INVALID: {
    when: 'A connection’s definition does not fit what a connection may be.',
    hint: 'Correct the named field where the connection is defined.',
    retryable: false,
  },
  E_CONNECTION_READONLY_SOURCE: {
    when: 'A connection from the environment or the config file was to be changed.',
    hint: 'Ask its owner to change it there; only connections of the store can be changed from here.',
    retryable: false,
  },
  E_STORE_DAMAGED: {
    when: 'The store of connections cannot be read as what it should be, and could not be set aside.',
    hint: 'Move the damaged file to another place, then call again.',
    retryable: false,
  },
  E_STORE_ACCESS: {
    when: 'The file system refuses to read or write the store of connections.',
    hint: 'Make the named file and its folder readable and writable for this user.',
    retryable: false,
  },
  E_SECRET_MISSING: {
    when: 'A secret that a connection refers to is not set.',
    hint: 'Set the named variable or keychain entry for this process, or correct the reference.',
    retryable: false,
  },
  E_KEYCHAIN_UNAVAILABLE: {
    when: 'A connection refers to the keychain, and this machine offers none to this process.',
    hint: `Unlock or install a keychain, or refer to an environment variable with \${env:NAME} instead.`,
    retryable: false,
  },
  E_CONNECT_FAILED: {
    when: 'The server of a connection cannot be reached, or the connection to it broke.',
    hint: 'Check that the server runs and that host and port are right, then call test_connection.',
    retryable: true,
  },
  E_SSH_CONFIG: {
    when: 'The SSH settings of a connection cannot be used.',
    hint: 'Correct the named setting in the connection or in ~/.ssh/config.',
    retryable: false,
  },
  E_SSH_CONNECT: {
    when: 'An SSH server on the way cannot be reached.',
    hint: 'Check the host and port of the SSH server, and that it can be reached from here.',
    retryable: true,
  },
  E_SSH_AUTH: {
    when: 'An SSH server accepts none of the ways to sign in.',
    hint: 'Check the user, and the password, key or agent given for this SSH host.',
    retryable: false,
  },
  E_SSH_HOST_UNKNOWN: {
    when: 'The key of an SSH server is in no known_hosts file.',
    hint: 'Compare the fingerprint with one you trust, then add the host to known_hosts.',
    retryable: false,
  },
  E_SSH_HOST_CHANGED: {
    when: 'An SSH server shows another key than known_hosts has for it.',
    hint: 'Somebody may be listening in. Find out why the key changed before you correct known_hosts.',
    retryable: false,
  },
  E_SSH_HOST_REVOKED: {
    when: 'An SSH server shows a key that known_hosts marks as revoked.',
    hint: 'Do not connect. Ask the owner of the server for its new key.',
    retryable: false,
  },
  E_TUNNEL: {
    when: 'The SSH tunnel stands, but its far end cannot reach the server behind it.',
    hint: 'Check host and port of the connection as the SSH server sees them.',
    retryable: true,
  },
});
