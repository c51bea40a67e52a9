import { type Authority, makeAuthority } from '../../../../../test/engines/certificates.ts';
import type { ElasticsearchOptions } from '../../../../../test/engines/elasticsearch.ts';
import type { RunningServer } from '../../../../../test/engines/server.ts';
import { type ApiKeyProxy, startApiKeyProxy } from '../api-key-proxy.ts';
import { type Node, prepare } from '../cluster.ts';
import { type EsEndpoint, type EsEndpointOptions, type Input, openEsEndpoint } from '../es-client.ts';
import { LOGS, loadHuge, loadLogs } from '../logs.ts';
import { type Recorder, startRecorder } from '../recorder.ts';

/** A cluster to run the contract on, and its optional capabilities. */
export interface ClusterEngine {
  readonly title: string;
  readonly product: string;
  readonly version: string;
  /** Undefined where it cannot be installed on this machine. */
  readonly start: ((options: ElasticsearchOptions) => Promise<RunningServer>) | undefined;
  /** Has users, roles and TLS. */
  readonly security: boolean;
  readonly runtimeFields: boolean;
}

/** The two host names of the cluster. */
const NAMES = ['search.internal', 'localhost'] as const;

/** Secrets that must not appear in any output. */
export const secrets = {
  apiKey: 'cGxhbnRlZDphcGkta2V5LTk5MTE=',
  wrongKey: 'cGxhbnRlZDp3cm9uZy1rZXktNzc=',
  readerPassword: 'planted-reader-pa55word',
  wrongPassword: 'planted-wr0ng-password',
} as const;

export const READER = 'reader';

const readerRole = { indices: [{ names: [LOGS], privileges: ['read'] }] };

export interface ClusterFixture {
  readonly engine: ClusterEngine;
  readonly server: RunningServer;
  /** For requests as the superuser. */
  readonly node: Node;
  readonly recorder: Recorder;
  readonly proxy: ApiKeyProxy;
  readonly trusted: Authority;
  readonly stranger: Authority;
  readonly endpoint: EsEndpoint;
  /** A connection as the superuser. */
  readonly direct: Input;
  /** Another server with other connections, until the fixture is closed. */
  open(connections: readonly Input[], options?: Pick<EsEndpointOptions, 'timeoutMs'>): EsEndpoint;
  /** The output of all its servers. */
  output(): string;
  close(): Promise<void>;
}

export async function createFixture(engine: ClusterEngine): Promise<ClusterFixture> {
  const [trusted, stranger] = [makeAuthority(), makeAuthority()];
  const certificate = trusted.issue(...NAMES);
  const server = await startEngine(engine, certificate);
  const auth = engine.security ? `${server.user}:${server.password}` : undefined;
  const node = { port: server.port, secure: engine.security, auth };
  await loadLogs(node, engine.runtimeFields);
  await loadHuge(node);
  await loadGuardIndex(node);
  const recorder = await startRecorder(node);
  const proxy = await startApiKeyProxy(node, { tls: certificate, apiKey: secrets.apiKey });
  const parts = { engine, server, node, recorder, proxy, trusted, stranger };
  const endpoints: EsEndpoint[] = [];
  const open: ClusterFixture['open'] = (connections, options) => {
    const endpoint = openEsEndpoint({ connections, ...options });
    endpoints.push(endpoint);
    return endpoint;
  };
  return {
    ...parts,
    open,
    endpoint: open(connectionsOf(parts)),
    direct: directConnection(parts),
    output: () => endpoints.map((endpoint) => endpoint.output()).join('\n'),
    close: async () => {
      for (const endpoint of endpoints) await endpoint.close();
      await Promise.all([recorder.close(), proxy.close()]);
      await server.stop();
      for (const authority of [trusted, stranger]) authority.remove();
    },
  };
}

function startEngine(engine: ClusterEngine, tls: { readonly cert: string; readonly key: string }) {
  if (!engine.start) throw new Error(`${engine.title} cannot be had here`);
  const reader = { name: READER, password: secrets.readerPassword, roles: ['logs-reader'] };
  return engine.start({ tls, users: [reader], roles: { 'logs-reader': readerRole } });
}

/** The indices of the guard's cases. */
async function loadGuardIndex(node: Node): Promise<void> {
  const documents = [1, 2, 3].flatMap((a) => [`{"index":{"_id":"${a}"}}`, JSON.stringify({ a, name: 'x' })]);
  await prepare(node, 'POST', '/idx/_bulk?refresh=true', documents);
}

type Parts = Omit<ClusterFixture, 'endpoint' | 'direct' | 'open' | 'output' | 'close'>;

function directConnection({ engine, server, trusted }: Parts): Input {
  const { port, user, password } = server;
  return engine.security
    ? { type: 'elasticsearch', host: 'localhost', port, user, password, ca: trusted.file }
    : { type: 'elasticsearch', host: '127.0.0.1', port, scheme: 'http', auth: 'none' };
}

/** The connections all suites share. */
function connectionsOf(parts: Parts): Input[] {
  const { recorder, proxy, trusted, engine, server } = parts;
  const direct = directConnection(parts);
  const signIn = engine.security ? { user: server.user, password: server.password } : { auth: 'none' };
  const wire = { type: 'elasticsearch', host: '127.0.0.1', port: recorder.port, scheme: 'http', ...signIn };
  const keyed = { type: 'elasticsearch', host: 'localhost', port: proxy.port, ca: trusted.file };
  return [
    { ...direct, name: 'ro', readonly: true },
    { ...direct, name: 'rw' },
    { ...wire, name: 'wire', readonly: true },
    { ...wire, name: 'wire-rw' },
    { ...keyed, name: 'keyed', apiKey: secrets.apiKey, readonly: true },
    { ...keyed, name: 'wrong-key', apiKey: secrets.wrongKey, readonly: true },
  ];
}
