import type { CatalogueEntry } from '@molehill/core/catalogue';
import type { Confirmation } from '@molehill/core/dispatch';
import type { Progress } from '@molehill/core/progress';
import { exitCodes, print, printJson } from './output.ts';
import type { Workbench } from './workbench.ts';

/** Calls one tool for a person at a terminal. Ctrl-C cancels the call rather than the program. */
export async function callFromTerminal(
  workbench: Workbench,
  entry: CatalogueEntry,
  input: unknown,
  options: { readonly json: boolean; readonly agreed?: boolean },
): Promise<void> {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt);
  try {
    const answer = await workbench.dispatcher.call({
      entry,
      input,
      door: 'cli',
      signal: controller.signal,
      onProgress: showProgress,
      confirm: options.agreed ? async () => 'agreed' : askPerson,
    });
    clearProgress();
    if (options.json) printJson(answer.envelope);
    else if (answer.envelope.ok) print(answer.text);
    else process.stderr.write(`${answer.text}\n`);
    if (!answer.envelope.ok)
      process.exitCode = controller.signal.aborted ? exitCodes.interrupted : exitCodes.failed;
  } finally {
    process.off('SIGINT', interrupt);
    await workbench.close();
  }
}

function showProgress({ done, total, message }: Progress): void {
  if (!process.stderr.isTTY) return;
  const share = total ? `${Math.round((done / total) * 100)} %` : '';
  process.stderr.write(`\r\u001b[K${[share, message].filter(Boolean).join(' ')}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

async function askPerson(question: string): Promise<Confirmation> {
  if (!process.stdin.isTTY) return 'unavailable';
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(reply.trim()) ? 'agreed' : 'declined';
}
