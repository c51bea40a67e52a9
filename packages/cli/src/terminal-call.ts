import type { Caller } from '@molehill/core/caller';
import type { CatalogueEntry } from '@molehill/core/catalogue';
import type { Progress, ProgressListener } from '@molehill/core/progress';
import type { Ask } from '@molehill/core/question';
import type { Answer } from '@molehill/core/result';
import { visibleLine } from '@molehill/core/visible-text';
import { askPerson } from './ask-person.ts';
import { exitCodes, print, printError, printJson } from './output.ts';
import type { Workbench } from './workbench.ts';

/** Cancellation, progress and confirmation at a terminal. */
export interface TerminalContext {
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  readonly ask: Ask;
}

export interface TerminalOptions {
  readonly json: boolean;
  readonly agreed?: boolean;
}

/** Makes one call and prints its answer. Ctrl-C cancels the call, not the process. */
export async function showCall(
  call: (context: TerminalContext) => Promise<Answer>,
  options: TerminalOptions,
): Promise<void> {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt);
  try {
    const answer = await call({
      signal: controller.signal,
      onProgress: showProgress,
      ask: options.agreed ? async () => ({ action: 'accept' }) : askPerson,
    });
    clearProgress();
    if (options.json) printJson(answer.envelope);
    else if (answer.envelope.ok) print(answer.text);
    else printError(answer.text);
    if (!answer.envelope.ok)
      process.exitCode = controller.signal.aborted ? exitCodes.interrupted : exitCodes.failed;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** Handles end with this process. */
export function terminalCaller({ workspace }: Pick<Workbench, 'workspace'>): Caller {
  return { id: 'cli', frontend: 'cli', isTransient: true, workspace: [workspace] };
}

/** Calls a tool in this process. */
export async function callFromTerminal(
  workbench: Workbench,
  entry: CatalogueEntry,
  input: unknown,
  options: TerminalOptions,
): Promise<void> {
  try {
    await showCall(
      (context) => workbench.dispatcher.call({ entry, input, caller: terminalCaller(workbench), ...context }),
      options,
    );
  } finally {
    await workbench.close();
  }
}

function showProgress({ done, total, message }: Progress): void {
  if (!process.stderr.isTTY) return;
  const share = total ? `${Math.round((done / total) * 100)} %` : '';
  process.stderr.write(`\r\u001b[K${visibleLine([share, message].filter(Boolean).join(' '))}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
