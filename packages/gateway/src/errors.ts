import { defineErrors } from '@molehill/core/errors';

export const gatewayErrors = defineErrors({
  // Lifecycle of upstream servers
  E_UPSTREAM_START: {
    when: 'An upstream server could not be started or reached.',
    hint: 'Check its command or URL in the file that defines it; the message contains the end of its output.',
    retryable: true,
  },
  E_UPSTREAM_BACKOFF: {
    when: 'An upstream server failed a moment ago and is not restarted yet (backoff).',
    hint: 'Call again after the time in the message; other servers are not affected.',
    retryable: true,
  },
  E_UPSTREAM_GONE: {
    when: 'An upstream server ended, was stopped or became unreachable during the call.',
    hint: 'Check whether the call took effect before calling again: it may have been executed.',
    retryable: false,
  },
  E_UPSTREAM_TOO_LARGE: {
    when: 'An upstream server sent a message above the size limit.',
    hint: 'Request less: fewer rows, a smaller file, one page at a time.',
    retryable: false,
  },
  E_UPSTREAM_PROTOCOL: {
    when: 'An upstream server sent invalid MCP.',
    hint: 'Check that its command starts an MCP server that prints nothing else to standard output.',
    retryable: false,
  },
  E_UPSTREAM_DISABLED: {
    when: 'The server is disabled in the file that defines it.',
    hint: 'Enable it in the file that the message names.',
    retryable: false,
  },
  E_UPSTREAM_UNAPPROVED: {
    when: 'A project file defines the server, and no person has approved it as it is now.',
    hint: 'Ask a person to review it and run `molehill servers approve`.',
    retryable: false,
  },
  // Configuration and approval
  E_SERVER_CONFIG: {
    when: 'A configuration file, or one server in it, is invalid.',
    hint: 'Correct the file at the position in the message.',
    retryable: false,
  },
  E_UNKNOWN_SERVER: {
    when: 'No server with that name is configured here.',
    hint: 'Run `molehill servers list` to see the configured servers.',
    retryable: false,
  },
  E_APPROVAL_OUTDATED: {
    when: 'The server or its definitions changed after they were shown for approval.',
    hint: 'Review the current definition and approve again.',
    retryable: false,
  },
});
