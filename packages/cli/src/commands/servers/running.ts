import { visibleLine } from '@molehill/core/visible-text';
import { command, jsonArg, workspaceArg } from '../../command.ts';
import { reachHost } from '../../host/reach.ts';
import { paint, print, printJson, table } from '../../output.ts';
import type { ServerLogResponse, ServersResponse, UpstreamDescription } from '../../web/api.ts';

export const status = command({
  name: 'status',
  description: 'State of the upstream servers in the running `molehill up`',
  args: { ...workspaceArg, ...jsonArg },
  async run({ args }) {
    const { servers, problems } = (await ask(args.workspace, '/api/servers')) as ServersResponse;
    if (args.json) printJson({ servers, problems });
    else
      print(
        [table(servers.map(row)) || 'No upstream servers configured.', ...problems.map(visibleLine)].join(
          '\n',
        ),
      );
  },
});

export const log = command({
  name: 'log',
  description: 'Show the end of a server’s standard error',
  args: {
    ...workspaceArg,
    ...jsonArg,
    id: { type: 'positional', description: 'Server id', required: true },
  },
  async run({ args }) {
    const path = `/api/servers/${encodeURIComponent(args.id)}/log`;
    const answer = (await ask(args.workspace, path)) as ServerLogResponse;
    if (args.json) printJson(answer);
    else print(answer.log.trimEnd() || 'The log is empty.');
  },
});

async function ask(workspace: string, path: string): Promise<unknown> {
  const host = await reachHost({ env: process.env, workspace, via: 'http' });
  return host?.get?.(path);
}

function row({ id, state, tools, tokens, starts, lastError, nextAttemptAt }: UpstreamDescription): string[] {
  const failed = lastError ? `${lastError.code} ${lastError.message}` : '';
  const next = nextAttemptAt ? `next attempt ${nextAttemptAt}` : '';
  const counts = [`${tools} tools`, `${tokens} tokens`, `${starts} starts`];
  return [paint('cyan', id), state, ...counts, [failed, next].filter(Boolean).join('; ')];
}
