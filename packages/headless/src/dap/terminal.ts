import { StringDecoder } from 'node:string_decoder';
import { drain } from '@molehill/core/processes/drain';
import { ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Env } from '../adapters/adapter.ts';
import type { HeadlessSession } from './session.ts';

/** `runInTerminal`: there is no terminal, so the program runs as a child process and its output becomes events. */
export async function runInTerminal(
  session: HeadlessSession,
  { args, cwd, env }: DebugProtocol.RunInTerminalRequestArguments,
  options: { readonly env: Env; readonly reaper: Reaper },
): Promise<{ processId: number }> {
  const [command = '', ...rest] = args;
  const launch = {
    command,
    args: rest,
    cwd: cwd || session.folder,
    env: withChanges(options.env, env ?? {}),
  };
  const group = await ProcessGroup.start({ ...launch, isMarked: true }, options.reaper);
  for (const category of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8');
    drain(group[category], (chunk) => session.print(category, decoder.write(chunk)));
  }
  session.ended.then(() => group.end());
  return { processId: group.pid };
}

/** A variable with the value null is removed. */
function withChanges(env: Env, changes: Readonly<Record<string, string | null>>): Env {
  const kept = Object.entries({ ...env, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as Env;
}
