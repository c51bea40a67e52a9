import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Redactor } from '@molehill/core/redact';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { finish, readdressed } from './finish.ts';
import { type Draft, describeFound, type FoundDatabase, isUsable, type SourceKind } from './found.ts';
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

export type { FoundDatabase };
export { describeFound };

export interface DiscoveryOptions {
  /** For variables that the project's own files refer to and do not set. */
  readonly env: Env;
  /** Told every password that is found. */
  readonly redactor?: Redactor;
  /** Whether names of compose services can be reached as they are. */
  readonly insideContainer?: boolean;
}

export interface Discovery {
  /** In the order in which they were looked for. */
  readonly databases: readonly FoundDatabase[];
  /** The one that is used; nothing when none can be. */
  readonly chosen:
    | (FoundDatabase & { readonly connection: NonNullable<FoundDatabase['connection']> })
    | undefined;
  /** Files that are there and could not be read. */
  readonly remarks: readonly string[];
}

const SOURCES: readonly (readonly [SourceKind, Source])[] = [
  ['devdbrc', readDevdbrc],
  ['env', readEnvFiles],
  ['prisma', readPrisma],
  ['rails', readRails],
  ['django', readDjango],
  ['drizzle', readDrizzle],
  ['knex', readKnex],
  ['typeorm', readTypeorm],
  ['compose', readComposeDatabases],
  ['spring', readSpring],
  ['sqlite', readSqliteFiles],
];

/** The databases that a project's own files name. Files are read; nothing of the project is run, and nothing is connected to. */
export async function discoverDatabases(root: string, options: DiscoveryOptions): Promise<Discovery> {
  const files = new ProjectFiles(resolve(root));
  const context = { files, variables: await readVariables(files, options.env) };
  const settings = await readMolehillJson(context);
  const found: FoundDatabase[] = [...settings.databases];
  for (const [kind, source] of SOURCES) {
    const drafts = await draftsOf(kind, source, context);
    found.push(...drafts.map((draft) => finish(kind, withSettings(draft, settings), files.root)));
  }
  const inside = options.insideContainer ?? isInsideContainer();
  const databases = inside ? found : await outsideContainers(found, context);
  for (const { connection } of databases) hidePassword(connection, options.redactor);
  return { databases, chosen: choose(databases, settings), remarks: files.remarks };
}

/** One source that fails must not cost the others. */
async function draftsOf(kind: SourceKind, source: Source, context: SourceContext): Promise<readonly Draft[]> {
  try {
    return await source(context);
  } catch {
    context.files.remark(`what ${kind} says could not be read`);
    return [];
  }
}

function withSettings(draft: Draft, { readonly }: ProjectSettings): Draft {
  return readonly === undefined ? draft : { ...draft, readonly };
}

/** What the developer wrote down for this purpose is meant, and if it cannot be used nothing else is used in its place. */
function choose(databases: readonly FoundDatabase[], { from }: ProjectSettings): Discovery['chosen'] {
  const decided = databases.filter(({ source, file }) =>
    from === undefined ? source === 'molehill' || source === 'devdbrc' : file === normalised(from),
  );
  return (decided.length > 0 || from !== undefined ? decided : databases).find(isUsable);
}

function normalised(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '');
}

function hidePassword(connection: FoundDatabase['connection'], redactor: Redactor | undefined): void {
  if (!connection) return;
  const { user, database, host, password } = connection;
  // A password that is also the user's or the database's name is no secret, and hiding it would hide those.
  if (password !== undefined && ![user, database, host].includes(password)) redactor?.add(password);
}

function isInsideContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/** Settings made for containers name services as hosts; from outside those are reached at their published ports. */
async function outsideContainers(
  found: readonly FoundDatabase[],
  context: SourceContext,
): Promise<readonly FoundDatabase[]> {
  const { services } = await readCompose(context).catch(() => ({ services: [] }));
  return found.map((database) => {
    const { connection } = database;
    if (!connection) return database;
    const service = services.find(({ name }) => name === connection.host);
    return service ? atPublishedPort(database, service) : database;
  });
}

function atPublishedPort(database: FoundDatabase, service: ComposeService): FoundDatabase {
  const { connection } = database;
  if (!connection) return database;
  const published = publishedPort(
    service,
    connection.port ?? builtInEngines.get(connection.type).defaultPort,
  );
  if (typeof published === 'number')
    return { ...database, connection: readdressed(connection, '127.0.0.1', published) };
  const why = published instanceof Unknown ? published.why : 'is not published';
  return {
    ...database,
    problems: [
      ...database.problems,
      `the host is the service ${service.name} of ${service.file}, whose port ${why}`,
    ],
  };
}
