import { builtInEngines } from 'dbmole-mcp/engines/registry';
import type { Outcome } from './finish.ts';
import { Unknown } from './literal/literal.ts';
import { publishedPort } from './sources/compose.ts';
import type { ComposeService } from './sources/compose-services.ts';

/** Names that containers use for the machine they run on. */
const THIS_MACHINE = new Set(['host.docker.internal', 'host.containers.internal', 'gateway.docker.internal']);

/** The route from this machine, when the host is a name that only containers know. */
export function atPublishedPort(outcome: Outcome, services: readonly ComposeService[]): Outcome {
  const { connection, problems } = outcome;
  const host = connection?.host;
  if (!connection || host === undefined) return outcome;
  if (THIS_MACHINE.has(host)) return { ...outcome, connection: { ...connection, host: '127.0.0.1' } };
  const service = services.find(({ names }) => names.includes(host));
  if (!service) return outcome;
  const port = publishedPort(service, connection.port ?? builtInEngines.get(connection.type).defaultPort);
  if (typeof port === 'number') return { ...outcome, connection: { ...connection, host: '127.0.0.1', port } };
  const why = port instanceof Unknown ? port.why : 'is not published';
  const problem = `the host is the service ${service.name} of ${service.file}, whose port ${why}`;
  return { ...outcome, problems: [...problems, problem] };
}
