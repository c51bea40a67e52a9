import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { makeServerFolder, placeFor, serverAccount } from './account.ts';
import { askNode, CLUSTER_START_LIMIT_MS, startInTurn } from './cluster.ts';
import { type JavaRange, javaHome, whyNoJava } from './java.ts';
import { mavenArchive, whyNoMaven } from './maven.ts';
import { engineMissing, reportEngine } from './report.ts';
import {
  type Place,
  type RunningServer,
  type ServerKind,
  type ServerOptions,
  startServer,
  writeServerFile,
} from './server.ts';

export type ElasticsearchVersion = '7.17.29' | '8.19.5' | '9.2.0';

export interface ClusterUser {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly string[];
}

export interface ElasticsearchOptions extends ServerOptions {
  /** Further users besides the superuser. */
  readonly users?: readonly ClusterUser[];
  /** Roles by name, as in `roles.yml`. */
  readonly roles?: Readonly<Record<string, object>>;
}

const OWNER: ClusterUser = { name: 'admin', password: 'molehill test', roles: ['superuser'] };
const AUTH = `${OWNER.name}:${OWNER.password}`;
const JAVA_17 = { from: 17, to: 17 };
const javaFor: Readonly<Record<ElasticsearchVersion, JavaRange>> = {
  '7.17.29': JAVA_17,
  '8.19.5': JAVA_17,
  '9.2.0': { from: 21, to: 25 },
};

async function install(version: ElasticsearchVersion): Promise<string> {
  const group = 'org.elasticsearch.distribution.integ-test-zip';
  const label = `elasticsearch-${version}`;
  const home = await mavenArchive(label, { group, artifact: 'elasticsearch', version });
  for (const program of globSync(join(home, 'bin', '*'))) await chmod(program, 0o755);
  return placeFor(serverAccount(), home, label);
}

/** A small heap and no optimising compiler: the process lives for a minute. */
const JVM_OPTIONS = ['-Xms512m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const TEMPORARY = 'temporary';

const LOGGING = `
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

function settingsOf(place: Place, { tls, settings }: ElasticsearchOptions): Record<string, unknown> {
  const encryption = tls && {
    'xpack.security.http.ssl.key': 'node.key',
    'xpack.security.http.ssl.certificate': 'node.crt',
  };
  return {
    'cluster.name': 'molehill',
    'node.name': 'one',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': place.port,
    'transport.port': 0,
    'path.data': join(place.folder, 'data'),
    'path.logs': join(place.folder, 'logs'),
    'xpack.license.self_generated.type': 'basic',
    'xpack.security.enabled': true,
    'xpack.security.transport.ssl.enabled': false,
    'xpack.security.http.ssl.enabled': tls !== undefined,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...encryption,
    ...settings,
  };
}

/** Same format as the server's own tool, which needs a Java process per user. */
function hashOf(password: string): string {
  const [rounds, salt] = [1_000, randomBytes(32)];
  const hash = pbkdf2Sync(password, salt, rounds, 32, 'sha512');
  return `{PBKDF2}${rounds}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

async function configure(place: Place, options: ElasticsearchOptions): Promise<void> {
  for (const name of ['config', 'config/jvm.options.d', TEMPORARY])
    await makeServerFolder(join(place.folder, name), place.account);
  const users = [OWNER, ...(options.users ?? [])];
  const grants = users.flatMap(({ name, roles }) => roles.map((role) => `${role}:${name}`));
  const files = {
    // JSON is YAML.
    'elasticsearch.yml': JSON.stringify(settingsOf(place, options)),
    'roles.yml': JSON.stringify(options.roles ?? {}),
    'jvm.options': [...JVM_OPTIONS, `-Djava.io.tmpdir=${join(place.folder, TEMPORARY)}`].join('\n'),
    'log4j2.properties': LOGGING,
    users: users.map(({ name, password }) => `${name}:${hashOf(password)}`).join('\n'),
    users_roles: grants.join('\n'),
    ...(options.tls && { 'node.key': options.tls.key, 'node.crt': options.tls.cert }),
  };
  for (const [name, text] of Object.entries(files)) await writeServerFile(place, `config/${name}`, text);
}

function elasticsearchKind(home: string, java: string, options: ElasticsearchOptions): ServerKind {
  const ask = ({ port }: Place, path: string) => askNode({ port, auth: AUTH, tls: options.tls }, path);
  return {
    name: 'elasticsearch',
    user: OWNER.name,
    password: OWNER.password,
    goodbye: 'SIGTERM',
    prepare: (place) => configure(place, options),
    command: (place) => ({
      command: join(home, 'bin', 'elasticsearch'),
      args: [],
      env: {
        ES_JAVA_HOME: java,
        ES_PATH_CONF: join(place.folder, 'config'),
        ES_TMPDIR: join(place.folder, TEMPORARY),
      },
      startLimitMs: CLUSTER_START_LIMIT_MS,
      serves: async () => (await ask(place, '/_cluster/health')) !== undefined,
    }),
    version: async (place) => {
      const answer = await ask(place, '/_nodes/_local?filter_path=nodes.*.version');
      return /"version":"([^"]+)"/.exec(answer ?? '')?.[1] ?? 'version unknown';
    },
  };
}

export type StartElasticsearch = (options: ElasticsearchOptions) => Promise<RunningServer>;

/** A function that starts an Elasticsearch with security enabled; undefined where it is not available. */
export async function findElasticsearch(
  version: ElasticsearchVersion,
): Promise<StartElasticsearch | undefined> {
  const engine = `elasticsearch ${version}`;
  const java = await javaHome(javaFor[version]);
  if (!java) return engineMissing(engine, whyNoJava(javaFor[version]));
  const reason = whyNoMaven();
  if (reason) return engineMissing(engine, reason);
  const home = await install(version);
  return async (options) => {
    const server = await startInTurn(() => startServer(elasticsearchKind(home, java, options), options));
    reportEngine({ engine, state: 'used', detail: server.version });
    return server;
  };
}
