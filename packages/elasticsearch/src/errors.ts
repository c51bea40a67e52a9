import { defineErrors } from '@molehill/core/errors';

/** What can go wrong around a request. What a cluster answers, errors too, is an answer and no error of ours. */
export const esErrors = defineErrors({
  E_ES_REQUEST: {
    when: 'A method, path or parameter cannot be sent as it is.',
    hint: 'Begin the path with "/" and percent-encode whatever is not a letter, a digit or punctuation of addresses.',
    retryable: false,
  },
  E_ES_TLS: {
    when: 'The connection cannot be encrypted as its settings demand, or the certificate is not trusted.',
    hint: 'Check scheme, ca and verifyTls of the connection, and that its host is a name in the certificate.',
    retryable: false,
  },
  E_ES_AUTH: {
    when: 'The cluster does not accept the credentials of the connection, or they allow nothing.',
    hint: 'Correct user and password or apiKey with update_connection, then call test_connection.',
    retryable: false,
  },
  E_ES_NOT_A_CLUSTER: {
    when: 'Something answers at that address, but not as Elasticsearch or OpenSearch does.',
    hint: 'Check host, port and scheme of the connection.',
    retryable: false,
  },
  E_ES_BROKEN: {
    when: 'The connection broke before a request that only reads was answered in full.',
    hint: 'Nothing was changed; call again.',
    retryable: true,
  },
  E_ES_UNKNOWN_OUTCOME: {
    when: 'The connection broke, or the call was stopped, while a request ran that may change something.',
    hint: 'Read the data to see whether the change was made before sending it again.',
    retryable: false,
    outranksAbort: true,
  },
  E_ES_CURSOR_EXPIRED: {
    when: 'The rest of a search is no longer kept, here or by the cluster.',
    hint: 'Search again without a cursor; to go on where it ended, sort by a field and ask for what follows with a range query.',
    retryable: false,
  },
});
