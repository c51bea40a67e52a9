import type { Engine } from 'dbmole-mcp/engines';
import { isAddress, parseAddress } from '../address.ts';
import { engineOfImage } from '../engines.ts';
import type { Draft } from '../found.ts';
import { type Literal, Unknown } from '../literal/literal.ts';
import { type ComposeService, readCompose } from './compose-services.ts';
import type { SourceContext } from './source.ts';

/** Services with the image of a database, at their published ports; the one that the project's own services use first. */
export async function readComposeDatabases({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const { services, problems } = await readCompose({ files, variables });
  const drafts = services.flatMap((service) => {
    const engine = typeof service.image === 'string' ? engineOfImage(service.image) : undefined;
    if (!engine) return [];
    const rank = rankOf(service, services);
    return [
      {
        rank,
        draft:
          'unsupported' in engine ? named(service, engine.unsupported) : draftOf(service, engine, services),
      },
    ];
  });
  drafts.sort((a, b) => a.rank - b.rank);
  const prefix = files.folder === '' ? '' : `${files.folder}/`;
  return [
    ...drafts.map(({ draft }) => ({ ...draft, file: draft.file.slice(prefix.length) })),
    ...problems.map(({ file, text }) => ({ file, problems: [text] })),
  ];
}

function placeOf({ name, file, line }: ComposeService) {
  return { file, line, key: `services.${name}` };
}

function named(service: ComposeService, engine: string): Draft {
  return { ...placeOf(service), engine };
}

function draftOf(service: ComposeService, engine: Engine, services: readonly ComposeService[]): Draft {
  const { type, defaultPort, containerCredentials } = engine;
  const published = publishedPort(service, defaultPort);
  return {
    ...placeOf(service),
    engine: type,
    host: '127.0.0.1',
    port: published,
    ...containerCredentials?.(service.environment),
    ...usedBy(service, services),
    problems:
      published === undefined ? [`the service ${service.name} does not publish its port ${defaultPort}`] : [],
  };
}

/** The project's own services say which of a server's databases they use. */
function usedBy({ names }: ComposeService, services: readonly ComposeService[]): Partial<Draft> {
  for (const { environment, isOwn } of services.filter((other) => !names.includes(other.name))) {
    for (const value of isOwn ? Object.values(environment) : []) {
      if (typeof value !== 'string' || !isAddress(value)) continue;
      const parsed = parseAddress(value);
      if ('problem' in parsed || !names.includes(String(parsed.fields.host))) continue;
      const { user, password, database } = parsed.fields;
      const fields = Object.entries({ user, password, database }).filter(
        ([, field]) => typeof field === 'string',
      );
      return Object.fromEntries(fields);
    }
  }
  return {};
}

const SECONDARY = /test|keycloak|auth|metabase|temporal|sonar|n8n|replica|slave|shadow/i;

/** A lower one is more likely the database of the project's own program. */
function rankOf(service: ComposeService, services: readonly ComposeService[]): number {
  const own = services.filter(({ isOwn, name }) => isOwn && name !== service.name);
  const isHost = own.some(({ environment }) =>
    Object.values(environment).some((value) => mentions(value, service.names)),
  );
  const isNeeded = own.some(({ dependsOn }) => dependsOn.includes(service.name));
  const use = isHost ? 0 : isNeeded ? 1 : 2;
  const isPublished = service.ports.some(({ published }) => published !== undefined);
  return (SECONDARY.test(service.name) ? 100 : 0) + use * 10 + (isPublished ? 0 : 1);
}

/** As a host, alone or in an address. */
function mentions(value: Literal, names: readonly string[]): boolean {
  if (typeof value !== 'string') return false;
  const host = /^(?:[a-z][\w+.:-]*:\/\/)?(?:[^/]*@)?(?:tcp\()?([\w.-]+)/i.exec(value)?.[1];
  return host !== undefined && names.includes(host);
}

export function publishedPort({ ports }: ComposeService, container: number | undefined): Literal {
  const found = ports.find((port) => port.container === container && port.published !== undefined);
  const written = ports.some(({ published }) => published === 'host') ? container : found?.published;
  if (written === undefined || written instanceof Unknown) return written;
  const port = Number(written);
  return Number.isInteger(port) ? port : new Unknown('is a range, and the service picks one when it starts');
}
