import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Redactor } from '@molehill/core/redact';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { finish } from './finish.ts';
import { type Draft, type FoundDatabase, isUsable } from './found.ts';
import { Unknown } from './literal/literal.ts';
import { ProjectFiles } from './project-files.ts';
import { publishedPort, readComposeDatabases } from './sources/compose.ts';
import { type ComposeService, readCompose } from './sources/compose-services.ts';
import { readDevdbrc } from './sources/devdbrc.ts';
import { readDjango } from './sources/django.ts';
import { readDrizzle } from './sources/drizzle.ts';
import { readEnvFiles } from './sources/env-files.ts';
import { readKnex } from './sources/knex.ts';
import { type ProjectSettings, readMolehillJson } from './sources/molehill-json.ts';
import { readPrisma } from './sources/prisma.ts';
import { readRails } from './sources/rails.ts';
import type { Source, SourceContext } from './sources/source.ts';
import { readSpring } from './sources/spring.ts';
import { readSqliteFiles } from './sources/sqlite-files.ts';
import { readTypeorm } from './sources/typeorm.ts';
import { type Env, readVariables } from './variables.ts';

export interface DiscoveryOptions {
  /** For variables that the project's files refer to and do not set. */
  readonly env: Env;
  /** Learns every password that is found. */
  readonly redactor?: Redactor;
  /** Whether names of compose services resolve. */
  readonly insideContainer?: boolean;
}

export interface Discovery {
  /** By the order of the sources. */
  readonly databases: readonly FoundDatabase[];
  readonly chosen:
    | (FoundDatabase & { readonly connection: NonNullable<FoundDatabase['connection']> })
    | undefined;
  /** Files that exist and could not be read. */
  readonly warnings: readonly string[];
}

/** By precedence. */
const SOURCES: Readonly<Record<string, Source>> = {
  devdbrc: readDevdbrc,
  env: readEnvFiles,
  prisma: readPrisma,
  rails: readRails,
  django: readDjango,
  drizzle: readDrizzle,
  knex: readKnex,
  typeorm: readTypeorm,
  compose: readComposeDatabases,
  spring: readSpring,
  sqlite: readSqliteFiles,
};

/** The databases that a project's files name. Nothing of the project is executed, and nothing is connected to. */
export async function discoverDatabases(root: string, options: DiscoveryOptions): Promise<Discovery> {
  const files = new ProjectFiles(resolve(root));
  const context = { files, variables: await readVariables(files, options.env) };
  const settings = await readMolehillJson(context);
  const found: FoundDatabase[] = [...settings.databases];
  for (const [source, read] of Object.entries(SOURCES)) {
    // One source that fails does not affect the others.
    const drafts = await read(context).catch((): Draft[] => {
      files.warnings.push(`the ${source} settings could not be read`);
      return [];
    });
    for (const draft of drafts) {
      const { file, line, key } = draft;
      found.push({ source, file, line, key, ...finish(draft, files.root, settings.readonly) });
    }
  }
  const inside = options.insideContainer ?? isInsideContainer();
  const databases = inside ? found : await withPublishedPorts(found, context);
  for (const { connection } of databases) redactPassword(connection, options.redactor);
  return { databases, chosen: choose(databases, settings), warnings: files.warnings };
}

/** An explicit choice that cannot be used is not replaced by an inferred one. */
function choose(databases: readonly FoundDatabase[], { from }: ProjectSettings): Discovery['chosen'] {
  const explicit = databases.filter(({ source, file }) =>
    from === undefined
      ? source === 'molehill' || source === 'devdbrc'
      : file === from.replaceAll('\\', '/').replace(/^\.\//, ''),
  );
  return (explicit.length > 0 || from !== undefined ? explicit : databases).find(isUsable);
}

function redactPassword(connection: FoundDatabase['connection'], redactor: Redactor | undefined): void {
  if (!connection) return;
  const { user, database, host, password } = connection;
  // A password equal to the user's or the database's name is not secret, and redacting it would hide those names.
  if (password !== undefined && ![user, database, host].includes(password)) redactor?.add(password);
}

function isInsideContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/** Settings for containers use service names as hosts. From outside, a service is reached at its published port. */
async function withPublishedPorts(
  found: readonly FoundDatabase[],
  context: SourceContext,
): Promise<readonly FoundDatabase[]> {
  const { services } = await readCompose(context).catch(() => ({ services: [] }));
  return found.map((database) => atPublishedPort(database, services));
}

function atPublishedPort(database: FoundDatabase, services: readonly ComposeService[]): FoundDatabase {
  const { connection, problems } = database;
  const service = connection && services.find(({ name }) => name === connection.host);
  if (!service) return database;
  const port = publishedPort(service, connection.port ?? builtInEngines.get(connection.type).defaultPort);
  if (typeof port === 'number')
    return { ...database, connection: { ...connection, host: '127.0.0.1', port } };
  const why = port instanceof Unknown ? port.why : 'is not published';
  const problem = `the host is the service ${service.name} of ${service.file}, whose port ${why}`;
  return { ...database, problems: [...problems, problem] };
}
