import type { DapSession, DebugConfiguration, StartContext } from '@molehill/editor/host';
import type { LaunchPlan, PlannedSession, TaskReference } from './launches.ts';
import type { RunningTasks, Tasks } from './tasks.ts';

export interface PlanStarter {
  readonly tasks: Tasks;
  start(configuration: DebugConfiguration, folder: string): Promise<DapSession>;
}

/** Starts the sessions of a plan with their tasks. When one fails, none is left running. */
export async function startPlan(
  plan: LaunchPlan,
  { tasks, start }: PlanStarter,
  context: StartContext,
): Promise<DapSession[]> {
  const started: DapSession[] = [];
  const running: RunningTasks[] = [];
  const runTask = async (task: TaskReference | undefined): Promise<RunningTasks | undefined> => {
    const run = task && (await tasks.run(task, context));
    if (run) running.push(run);
    return run;
  };
  const startOne = async ({ configuration, folder, preLaunchTask }: PlannedSession): Promise<void> => {
    const task = await runTask(preLaunchTask);
    const session = await start(configuration, folder);
    started.push(session);
    session.ended.then(() => task?.end());
  };
  try {
    const common = await runTask(plan.preLaunchTask);
    for (const session of plan.sessions) await startOne(session);
    Promise.all(started.map(({ ended }) => ended)).then(() => common?.end());
  } catch (error) {
    await Promise.all(started.map((session) => session.stop({ detach: session.request === 'attach' })));
    await Promise.all(running.map((run) => run.end()));
    throw error;
  }
  if (plan.stopAll) stopTogether(started);
  return started;
}

function stopTogether(sessions: readonly DapSession[]): void {
  for (const session of sessions)
    session.ended.then(() => {
      for (const other of sessions)
        if (other !== session) other.stop({ detach: other.request === 'attach' }).catch(() => {});
    });
}
