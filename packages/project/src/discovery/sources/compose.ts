import { engineNamed } from '../engines.ts';
import type { Draft } from '../found.ts';
import { type Literal, type LiteralRecord, Unknown } from '../literal/literal.ts';
import { type Compose, type ComposeService, readCompose } from './compose-services.ts';
import type { SourceContext } from './source.ts';

const PORTS = { postgres: 5432, mysql: 3306 } as const;
type Networked = keyof typeof PORTS;

/** Services whose image is a database, at the ports where they are published. */
export async function readComposeDatabases(context: SourceContext): Promise<readonly Draft[]> {
  return composeDrafts(await readCompose(context));
}

function composeDrafts({ services, problem }: Compose): readonly Draft[] {
  const drafts = services.flatMap((service) => {
    const engine = engineOf(service.image);
    return engine ? [draftOf(service, engine)] : [];
  });
  return problem ? [...drafts, { file: problem.file, problems: [problem.text] }] : drafts;
}

/** `registry/owner/name:tag@digest`: the name says it, or else the owner. */
function engineOf(image: Literal): Networked | undefined {
  if (typeof image !== 'string') return undefined;
  const parts = image
    .replace(/@.*$/, '')
    .replace(/:[^/]*$/, '')
    .split('/')
    .slice(-2)
    .reverse();
  const engine = parts.map(engineNamed).find((found) => found !== undefined);
  return engine === 'sqlite' ? undefined : engine;
}

function draftOf(service: ComposeService, engine: Networked): Draft {
  const { name, file, line, environment } = service;
  const published = publishedPort(service, PORTS[engine]);
  return {
    file,
    line,
    key: `services.${name}`,
    engine,
    host: '127.0.0.1',
    port: published,
    ...(engine === 'postgres' ? ofPostgres(environment) : ofMysql(environment)),
    problems:
      published === undefined ? [`the service ${name} does not publish its port ${PORTS[engine]}`] : [],
  };
}

export function publishedPort({ ports }: ComposeService, inside: number): Literal {
  const found = ports.find((port) => port.inside === inside && port.published !== undefined);
  const written = found?.published;
  if (written === undefined || written instanceof Unknown) return written;
  const port = Number(written);
  return Number.isInteger(port)
    ? port
    : new Unknown('is one of several, and which one shows only when the service runs');
}

type Credentials = Pick<Draft, 'user' | 'password' | 'database'>;

function ofPostgres(environment: LiteralRecord): Credentials {
  const value = (name: string) => environment[`POSTGRES_${name}`] ?? environment[`POSTGRESQL_${name}`];
  const user = value('USER') ?? environment.POSTGRESQL_USERNAME ?? 'postgres';
  return { user, password: value('PASSWORD'), database: value('DB') ?? value('DATABASE') ?? user };
}

function ofMysql(environment: LiteralRecord): Credentials {
  const value = (name: string) => environment[`MYSQL_${name}`] ?? environment[`MARIADB_${name}`];
  const user = value('USER');
  const database = value('DATABASE');
  if (user !== undefined && user !== 'root') return { user, password: value('PASSWORD'), database };
  return { user: 'root', password: value('ROOT_PASSWORD'), database };
}
