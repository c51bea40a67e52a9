import { expectHelpful } from '@molehill/core/testing/error-text';
import { test } from 'vitest';
import type { esErrors } from './errors.ts';
import type { Input } from './testing/es-client.ts';
import {
  connectionTo,
  type FakeClusterOptions,
  json,
  openEs,
  type Reply,
  startFakeCluster,
} from './testing/fake-cluster.ts';

type Code = keyof typeof esErrors.table;

/** The failure of a tool against a cluster with these replies. */
async function asked(
  tool: string,
  input: Input,
  reply: Reply = json({}),
  { fields = {}, ...far }: FakeClusterOptions & { readonly fields?: Input } = {},
): Promise<string> {
  const { call } = await openEs({ connections: [connectionTo(await startFakeCluster(reply, far), fields)] });
  const { ok, text } = await call(tool, input);
  return ok ? 'no error' : text;
}

const requested = (method: string, path: string, reply?: Reply) =>
  asked('es_request', { connection: 'far', method, path }, reply);

/** The cluster sends this reply to every request, `GET /` included. */
const met = (reply: Reply) => asked('test_connection', { name: 'far' }, reply, { greeting: reply });

const cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"hits":');
  setImmediate(() => response.destroy());
};

const provocations = {
  E_ES_REQUEST: () => requested('GET', '/two words'),
  E_ES_TLS: () => asked('test_connection', { name: 'far' }, json({}), { fields: { scheme: 'https' } }),
  E_ES_AUTH: () => met(json({ error: { reason: 'who are you' } }, 401)),
  E_ES_NOT_A_CLUSTER: () => met(json('<html>')),
  E_ES_BROKEN: () => requested('GET', '/idx/_search', cutOff),
  E_ES_UNKNOWN_OUTCOME: () => requested('PUT', '/idx/_doc/1', (response) => response.destroy()),
} satisfies Record<Code, () => Promise<string>>;

test.each(Object.entries(provocations))('%s says what happened and what to do', async (code, provoke) => {
  expectHelpful(await provoke(), code);
});
