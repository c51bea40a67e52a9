import { messageOf } from '@molehill/core/errors';
import { isInside } from '@molehill/core/files/inside';
import type { Approvals } from './approvals.ts';
import { variableFact } from './config/declaration.ts';
import { variablesOf } from './config/file-references.ts';
import { isLoaderVariable } from './config/loader-variables.ts';
import { ownerOf, realOrGiven, repositoryOf } from './config/places.ts';
import type { LaunchFact, UpstreamConfig } from './config/upstream-config.ts';
import { escapeInvisible } from './escape-invisible.ts';

/** What a person must know to decide whether a server may run, now: with what its files contain. */
export function launchFacts(
  server: UpstreamConfig,
  approvals: Pick<Approvals, 'changedFiles'>,
): readonly LaunchFact[] {
  const changed = approvals.changedFiles(server).map((path) => ({
    label: 'Changed',
    text: escapeInvisible(path),
    warning: 'This file changed since the server was approved.',
  }));
  return [...server.declaration, ...envFileFacts(server), ...changed];
}

/** A file outside the project is not read before the server is approved. */
function envFileFacts({ transport, source }: UpstreamConfig): readonly LaunchFact[] {
  if (transport.kind !== 'stdio' || transport.envFile === undefined) return [];
  const warning = 'Its variables can decide which programs or code are loaded. Read it first.';
  if (!isInside(realOrGiven(repositoryOf(ownerOf(source))), realOrGiven(transport.envFile)))
    return [{ label: 'From the file', text: 'not shown: the file is outside the project', warning }];
  try {
    const variables = Object.entries(variablesOf(transport.envFile));
    const others = variables.filter(([name]) => !isLoaderVariable(name)).map(([name]) => name);
    return [
      ...variables
        .filter(([name]) => isLoaderVariable(name))
        .map(([name, value]) => variableFact('From the file', name, value)),
      ...(others.length > 0 ? [{ label: 'From the file', text: escapeInvisible(others.join(', ')) }] : []),
    ];
  } catch (error) {
    return [{ label: 'From the file', text: 'nothing', warning: escapeInvisible(messageOf(error)) }];
  }
}
