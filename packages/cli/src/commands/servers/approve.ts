import { visibleLine } from '@molehill/core/visible-text';
import { chooseServers } from '@molehill/gateway/approvals';
import type { UpstreamConfig } from '@molehill/gateway/config';
import { serverKeyOf } from '@molehill/gateway/pins';
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
      withheldOf(configured, server).map(async (tool) => {
        return { server: server.id, name: tool.name, diff: await diffOf(tool) };
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
  const launch: PendingApproval = {
    server,
    text: `Approve server ${visibleLine(server.id)}?`,
    describe: async () => describeLaunch(server),
    approve: () => approvals.approve([server]),
  };
  const definitions: PendingApproval = {
    server,
    text: `Approve these definitions of ${visibleLine(server.id)}?`,
    describe: async () => (await Promise.all(withheld.map(diffOf))).join('\n'),
    approve: () => pins.approve(serverKeyOf(server), withheld),
  };
  return [...(approvals.isApproved(server) ? [] : [launch]), ...(withheld.length === 0 ? [] : [definitions])];
}

function describeLaunch(server: UpstreamConfig): string {
  const { id, source, transport } = server;
  return [
    `${paint('bold', id)}  from ${visibleLine(source.file)}`,
    `  ${transport.kind === 'stdio' ? 'runs' : 'calls'}  ${server.declaration}`,
    ...(transport.kind === 'stdio' ? [`  in    ${visibleLine(transport.cwd)}`] : []),
  ].join('\n');
}
