import type { DebugProtocol } from '@vscode/debugprotocol';

/** What js-debug's parent session and delve print instead of an `exited` event. */
const PRINTED = /^Process (?:\d+ has )?exited with (?:code|status) (-?\d+)/m;

/** The exit code in a message of the adapter. A program's own output is never taken for one. */
export function printedExitCode({ category, output }: DebugProtocol.OutputEvent['body']): number | undefined {
  if (category === 'stdout') return undefined;
  const code = PRINTED.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}
