import { defineErrors } from '@molehill/core/errors';

/** What the gateway answers when a server of somebody else cannot. */
export const gatewayErrors = defineErrors({
  // The lifecycle of upstreams.
  E_UPSTREAM_START: {
    when: 'A server behind the gateway could not be started or reached.',
    hint: 'Check its command or address in the file that defines it; the message has the end of what it printed.',
    retryable: true,
  },
  E_UPSTREAM_BACKOFF: {
    when: 'A server behind the gateway failed a moment ago and is not tried again yet.',
    hint: 'Call again after the time the message names; the other servers are not affected.',
    retryable: true,
  },
  E_UPSTREAM_GONE: {
    when: 'A server behind the gateway ended, was stopped or became unreachable while the call was open.',
    hint: 'Find out whether the call did its work before calling again: nobody knows how far it came.',
    retryable: false,
  },
  E_UPSTREAM_TOO_LARGE: {
    when: 'A server behind the gateway sent a message that is larger than the gateway accepts.',
    hint: 'Ask for less: fewer rows, a smaller file, a page at a time.',
    retryable: false,
  },
  E_UPSTREAM_PROTOCOL: {
    when: 'A server behind the gateway sent what is not MCP.',
    hint: 'Check that its command starts an MCP server which prints nothing else to standard output.',
    retryable: false,
  },
  E_UPSTREAM_DISABLED: {
    when: 'The server is switched off in the file that defines it.',
    hint: 'Switch it on in the file the message names.',
    retryable: false,
  },
  E_UPSTREAM_UNAPPROVED: {
    when: 'A file of the project defines the server, and its owner has not approved that it is started.',
    hint: 'Let a person look at it and run `molehill servers approve`.',
    retryable: false,
  },
  // Files that name servers, and what was agreed about them.
  E_SERVER_CONFIG: {
    when: 'A file that names servers, or one server in it, cannot be used as it is written.',
    hint: 'Correct the file at the place the message names.',
    retryable: false,
  },
  E_UNKNOWN_SERVER: {
    when: 'No server of that name is configured here.',
    hint: 'Call `molehill servers list` to see which are.',
    retryable: false,
  },
  E_APPROVAL_OUTDATED: {
    when: 'What a person agreed to is no longer what is configured or offered.',
    hint: 'Look at it again, and agree to what is there now.',
    retryable: false,
  },
});
