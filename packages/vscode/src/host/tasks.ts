import { editorErrors } from '@molehill/editor/errors';
import * as vscode from 'vscode';
import { deferred } from './deferred.ts';

/** Runs a task to its end. VS Code itself would ask the person in a dialog whether to debug after a failed one. */
export async function runTask(name: string, folder: string, signal: AbortSignal): Promise<void> {
  const task = (await vscode.tasks.fetchTasks()).find((candidate) => isNamed(candidate, name, folder));
  if (!task) throw editorErrors.fail('E_PRELAUNCH_FAILED', `The task "${name}" was not found.`);
  const { promise: ended, resolve } = deferred<number | undefined>();
  let execution: vscode.TaskExecution | undefined;
  const listeners = [
    vscode.tasks.onDidEndTaskProcess((event) => event.execution === execution && resolve(event.exitCode)),
    // A background task is ready when VS Code says so; one without a process has no exit code.
    vscode.tasks.onDidEndTask((event) => event.execution === execution && resolve(undefined)),
  ];
  try {
    execution = await vscode.tasks.executeTask(task);
    const stop = () => execution?.terminate();
    signal.addEventListener('abort', stop, { once: true });
    if (task.isBackground) return;
    const code = await ended;
    signal.throwIfAborted();
    if (code !== 0 && code !== undefined)
      throw editorErrors.fail('E_PRELAUNCH_FAILED', `The task "${name}" ended with code ${code}.`);
  } finally {
    for (const listener of listeners) listener.dispose();
  }
}

function isNamed(task: vscode.Task, name: string, folder: string): boolean {
  const { scope, source } = task;
  const isHere = typeof scope !== 'object' || scope.uri.fsPath === folder;
  return isHere && (task.name === name || `${source}: ${task.name}` === name);
}
