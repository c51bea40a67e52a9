import { constants } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { drain } from '@molehill/core/processes/drain';
import { type Exit, ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Env } from '../adapters/adapter.ts';
import type { HeadlessSession } from './session.ts';

/**
 * `runInTerminal`: there is no terminal, so the program runs as a child process. Its output and its exit code become
 * events of the session.
 */
export async function runInTerminal(
  session: HeadlessSession,
  { args, cwd, env }: DebugProtocol.RunInTerminalRequestArguments,
  options: { readonly env: Env; readonly reaper: Reaper },
): Promise<ProcessGroup> {
  const [command = '', ...rest] = args;
  const launch = {
    command,
    args: rest,
    cwd: cwd || session.folder,
    env: withChanges(options.env, env ?? {}),
  };
  const lifetime = { isMarked: true, endsWithFirst: false, endsWithInput: false };
  const group = await ProcessGroup.start({ ...launch, ...lifetime }, options.reaper);
  // Nobody types: a program that reads its input gets its end.
  group.stdin.end();
  for (const category of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8');
    drain(group[category], (chunk) => session.print(category, decoder.write(chunk)));
  }
  void reportExit(session, group);
  return group;
}

async function reportExit(session: HeadlessSession, group: ProcessGroup): Promise<void> {
  await group.lastOutput();
  session.reportExit(exitCodeOf(await group.exited));
}

/** As a shell reports it. */
function exitCodeOf({ code, signal }: Exit): number {
  return signal ? 128 + constants.signals[signal] : (code ?? 0);
}

/** A variable with the value null is removed. */
function withChanges(env: Env, changes: Readonly<Record<string, string | null>>): Env {
  const kept = Object.entries({ ...env, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as Env;
}
