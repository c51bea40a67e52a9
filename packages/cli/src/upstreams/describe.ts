import { createToolList } from '@molehill/core/tool-list';
import { shownHash } from '@molehill/gateway/approvals';
import { hashOf } from '@molehill/gateway/claims';
import type { Gateway, ServerStatus } from '@molehill/gateway/gateway';
import { launchFacts } from '@molehill/gateway/launch-facts';
import { claimOfWithheld, labelOf, serverKeyOf, type Withheld } from '@molehill/gateway/pins';
import { diffOf } from '@molehill/gateway/pins/diff';
import { type TokenCost, tokenCost } from '@molehill/gateway/search/mode';
import type { ServersResponse, UpstreamDescription } from '../web/api.ts';

/** Token cost of listing the tools. */
export function costOf({ catalogue }: Pick<Gateway, 'catalogue'>): TokenCost {
  const tools = createToolList(catalogue)();
  return tokenCost(
    catalogue.entries.flatMap(({ server }, index) => {
      const definition = tools[index];
      return definition ? [{ serverId: server.id, definition }] : [];
    }),
  );
}

/** The upstream servers with everything needed to approve them. */
export async function describeUpstreams(gateway: Gateway): Promise<ServersResponse> {
  const { servers, problems } = gateway.status();
  const cost = new Map(costOf(gateway).servers.map(({ serverId, tokens }) => [serverId, tokens]));
  return {
    servers: await Promise.all(
      servers.map((status) => describeUpstream(status, gateway, cost.get(status.id) ?? 0)),
    ),
    problems: problems.map(({ message }) => message),
  };
}

async function describeUpstream(
  status: ServerStatus,
  { pins, approvals }: Gateway,
  tokens: number,
): Promise<UpstreamDescription> {
  const { id, state, config, tools, starts, lastError, nextAttemptAt, protocol } = status;
  const { transport, source, shadows } = config;
  return {
    id,
    state,
    kind: transport.kind,
    runs: config.runs,
    facts: launchFacts(config, approvals),
    file: source.file,
    shadows: shadows.map(({ file }) => file),
    hash: shownHash(config),
    tools,
    tokens,
    starts,
    ...(protocol === undefined ? {} : { protocol }),
    ...(lastError ? { lastError } : {}),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    withheld: await Promise.all(pins.withheld(serverKeyOf(config)).map(describeWithheld)),
  };
}

async function describeWithheld(withheld: Withheld) {
  const { kind } = withheld;
  const hash = hashOf(claimOfWithheld(withheld));
  return { name: labelOf(withheld), kind, hash, diff: await diffOf(withheld) };
}
