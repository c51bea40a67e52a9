import { visibleLine } from '@molehill/core/visible-text';
import { type Approvals, chooseServers, shownHash } from '@molehill/gateway/approvals';
import type { UpstreamConfig } from '@molehill/gateway/config';
import { gatewayErrors } from '@molehill/gateway/errors';
import { launchFacts } from '@molehill/gateway/launch-facts';
import { labelOf, serverKeyOf } from '@molehill/gateway/pins';
import { diffOf } from '@molehill/gateway/pins/diff';
import { isConfirmed } from '../../ask-person.ts';
import { command, flag, jsonArg, workspaceArg } from '../../command.ts';
import { paint, print, printJson, UsageError } from '../../output.ts';
import { type Configured, readConfigured, withheldOf } from '../../upstreams/configured.ts';

export const approve = command({
  name: 'approve',
  description: 'Approve servers of this project and their changed definitions',
  variadic: true,
  args: {
    ...workspaceArg,
    ...jsonArg,
    all: flag('All servers that wait for approval'),
    yes: flag('Do not ask for confirmation'),
  },
  async run({ args }) {
    const configured = readConfigured(args.workspace);
    if (args.all === args._.length > 0)
      throw new UsageError('Give server names or --all.', 'See molehill servers list.');
    const chosen = chooseServers(configured.servers, args.all ? 'all' : args._);
    const approved: string[] = [];
    for (const question of chosen.flatMap((server) => approvalsNeeded(server, configured))) {
      if (!args.json) print(await question.describe());
      if (!args.yes && !(await isConfirmed(question.text))) continue;
      await question.approve();
      approved.push(question.server.id);
    }
    const ids = [...new Set(approved)];
    if (args.json) printJson({ approved: ids });
    else print(ids.length > 0 ? `Approved: ${visibleLine(ids.join(', '))}` : 'Nothing was approved.');
  },
});

export const diff = command({
  name: 'diff',
  description: 'Show changes to approved definitions',
  variadic: true,
  args: { ...workspaceArg, ...jsonArg },
  async run({ args }) {
    const configured = readConfigured(args.workspace);
    const chosen = chooseServers(configured.servers, args._.length > 0 ? args._ : 'all');
    const described = chosen.flatMap((server) =>
      withheldOf(configured, server).map(async (each) => {
        return { server: server.id, name: labelOf(each), diff: await diffOf(each) };
      }),
    );
    const diffs = await Promise.all(described);
    if (args.json) printJson({ diffs });
    else print(diffs.map(({ diff: text }) => text).join('\n') || 'No definitions wait for approval.');
  },
});

interface PendingApproval {
  readonly server: UpstreamConfig;
  readonly text: string;
  describe(): Promise<string>;
  approve(): Promise<void>;
}

function approvalsNeeded(server: UpstreamConfig, configured: Configured): PendingApproval[] {
  const { approvals, pins } = configured;
  const withheld = withheldOf(configured, server);
  const shown = shownHash(server);
  const launch: PendingApproval = {
    server,
    text: `Approve server ${visibleLine(server.id)}?`,
    describe: async () => describeLaunch(server, approvals),
    approve: async () => {
      if (shownHash(server) !== shown)
        throw gatewayErrors.fail(
          'E_APPROVAL_OUTDATED',
          `The server "${server.id}" changed after it was shown.`,
        );
      await approvals.approve([server]);
    },
  };
  const definitions: PendingApproval = {
    server,
    text: `Approve these definitions of ${visibleLine(server.id)}?`,
    describe: async () => (await Promise.all(withheld.map(diffOf))).join('\n'),
    approve: () => pins.approve(serverKeyOf(server), withheld),
  };
  return [...(approvals.isApproved(server) ? [] : [launch]), ...(withheld.length === 0 ? [] : [definitions])];
}

function describeLaunch(server: UpstreamConfig, approvals: Approvals): string {
  const facts = launchFacts(server, approvals);
  const width = Math.max(...facts.map(({ label }) => label.length));
  return [
    `${paint('bold', server.id)}  from ${visibleLine(server.source.file)}`,
    ...facts.flatMap(({ label, text, warning }) => [
      `  ${label.padEnd(width)}  ${visibleLine(text)}`,
      ...(warning === undefined ? [] : [`  ${' '.repeat(width)}  ${paint('bold', `! ${warning}`)}`]),
    ]),
  ].join('\n');
}
