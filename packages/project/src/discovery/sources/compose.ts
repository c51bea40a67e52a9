import { engineNamed } from '../engines.ts';
import type { Draft } from '../found.ts';
import { type Literal, type LiteralRecord, Unknown } from '../literal/literal.ts';
import { type Compose, type ComposeService, readCompose } from './compose-services.ts';
import type { SourceContext } from './source.ts';

export const defaultPorts = { postgres: 5432, mysql: 3306 } as const;
type Networked = keyof typeof defaultPorts;

/** Services with the image of a database, at their published ports. */
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

/** `registry/owner/name:tag@digest`: by the name, or else by the owner. */
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
  const published = publishedPort(service, defaultPorts[engine]);
  return {
    file,
    line,
    key: `services.${name}`,
    engine,
    host: '127.0.0.1',
    port: published,
    ...(engine === 'postgres' ? ofPostgres(environment) : ofMysql(environment)),
    problems:
      published === undefined
        ? [`the service ${name} does not publish its port ${defaultPorts[engine]}`]
        : [],
  };
}

export function publishedPort({ ports }: ComposeService, container: number): Literal {
  const found = ports.find((port) => port.container === container && port.published !== undefined);
  const written = found?.published;
  if (written === undefined || written instanceof Unknown) return written;
  const port = Number(written);
  return Number.isInteger(port) ? port : new Unknown('is a range, and the service picks one when it starts');
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
