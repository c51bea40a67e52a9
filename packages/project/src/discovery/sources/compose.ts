import type { Engine } from 'dbmole-mcp/engines';
import { engineNamed } from '../engines.ts';
import type { Draft } from '../found.ts';
import { type Literal, Unknown } from '../literal/literal.ts';
import { type ComposeService, readCompose } from './compose-services.ts';
import type { SourceContext } from './source.ts';

/** Services with the image of a database, at their published ports. */
export async function readComposeDatabases(context: SourceContext): Promise<readonly Draft[]> {
  const { services, problem } = await readCompose(context);
  const drafts = services.flatMap((service) => {
    const engine = engineOf(service.image);
    return engine ? [draftOf(service, engine)] : [];
  });
  return problem ? [...drafts, { file: problem.file, problems: [problem.text] }] : drafts;
}

/** `registry/owner/name:tag@digest`: by the name, or else by the owner. */
function engineOf(image: Literal): Engine | undefined {
  if (typeof image !== 'string') return undefined;
  const parts = image
    .replace(/@.*$/, '')
    .replace(/:[^/]*$/, '')
    .split('/')
    .slice(-2)
    .reverse();
  const engine = parts.map(engineNamed).find((found) => found !== undefined);
  return engine?.defaultPort === undefined ? undefined : engine;
}

function draftOf(service: ComposeService, { type, defaultPort, containerCredentials }: Engine): Draft {
  const { name, file, line, environment } = service;
  const published = publishedPort(service, defaultPort);
  return {
    file,
    line,
    key: `services.${name}`,
    engine: type,
    host: '127.0.0.1',
    port: published,
    ...containerCredentials?.(environment),
    problems: published === undefined ? [`the service ${name} does not publish its port ${defaultPort}`] : [],
  };
}

export function publishedPort({ ports }: ComposeService, container: number | undefined): Literal {
  const found = ports.find((port) => port.container === container && port.published !== undefined);
  const written = found?.published;
  if (written === undefined || written instanceof Unknown) return written;
  const port = Number(written);
  return Number.isInteger(port) ? port : new Unknown('is a range, and the service picks one when it starts');
}
