import { defineErrors } from '@molehill/core/errors';

/** Failures around a request. An error status of the cluster is a response, not one of these. */
export const esErrors = defineErrors({
  E_ES_REQUEST: {
    when: 'A method, path or parameter cannot be sent unchanged.',
    hint: 'Begin the path with "/" and percent-encode every character that a URL does not allow.',
    retryable: false,
  },
  E_ES_TLS: {
    when: 'The TLS handshake failed, or the certificate is not trusted.',
    hint: 'Check scheme, ca and verifyTls of the connection, and that its host is a name in the certificate.',
    retryable: false,
  },
  E_ES_AUTH: {
    when: 'The cluster rejects the credentials of the connection, or they grant nothing.',
    hint: 'Correct user and password or apiKey with {tool:update_connection}, then call {tool:test_connection}.',
    retryable: false,
  },
  E_ES_NOT_A_CLUSTER: {
    when: 'A server responds at that address, but it is not Elasticsearch or OpenSearch.',
    hint: 'Check host, port and scheme of the connection.',
    retryable: false,
  },
  E_ES_BROKEN: {
    when: 'The connection was lost before the response to a read was complete.',
    hint: 'Nothing was changed; call again.',
    retryable: true,
  },
  E_ES_UNKNOWN_OUTCOME: {
    when: 'The connection was lost, or the call was cancelled, while a request was in flight that may change something.',
    hint: 'Read the data to find out whether the change was made before you send it again.',
    retryable: false,
    outranksAbort: true,
  },
});
