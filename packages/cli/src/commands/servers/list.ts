import { visibleLine } from '@molehill/core/visible-text';
import type { UpstreamConfig } from '@molehill/gateway/config';
import { labelOf } from '@molehill/gateway/pins';
import { command, jsonArg, workspaceArg } from '../../command.ts';
import { paint, print, printJson, table } from '../../output.ts';
import { type Configured, readConfigured, withheldOf } from '../../upstreams/configured.ts';

export const list = command({
  name: 'list',
  description: 'List the configured upstream servers and the file of each',
  args: { ...workspaceArg, ...jsonArg },
  async run({ args }) {
    const configured = readConfigured(args.workspace);
    const servers = configured.servers.map((server) => describe(server, configured));
    if (args.json) printJson({ servers, problems: configured.problems });
    else print(listText(servers, configured));
  },
});

function describe(server: UpstreamConfig, configured: Configured) {
  const { id, declaredName: name, transport, runs, source, shadows } = server;
  const approval = configured.approvals.isApproved(server) ? 'ready' : 'waiting';
  const state = server.enabled ? approval : 'disabled';
  const withheld = withheldOf(configured, server).map((each) => ({ name: labelOf(each), kind: each.kind }));
  return { id, name, kind: transport.kind, runs, state, source, shadows, withheld };
}

function listText(servers: readonly ReturnType<typeof describe>[], { problems }: Configured): string {
  const rows = servers.map(({ id, state, runs, source }) => [paint('cyan', id), state, source.file, runs]);
  const notes = [
    ...servers.flatMap(({ id, shadows }) =>
      shadows.map(({ file }) => `${id} shadows the server of the same name in ${file}.`),
    ),
    ...servers.flatMap(({ id, withheld }) =>
      withheld.length > 0
        ? [`${id}: ${withheld.length} definitions withheld. See molehill servers diff ${id}.`]
        : [],
    ),
    ...problems.map(({ message }) => message),
    ...(servers.some(({ state }) => state === 'waiting')
      ? ['Approve waiting servers with molehill servers approve.']
      : []),
  ];
  const head =
    rows.length > 0 ? table(rows) : 'No upstream servers configured. See molehill servers add --help.';
  return [head, ...(notes.length > 0 ? ['', ...notes.map(visibleLine)] : [])].join('\n');
}
