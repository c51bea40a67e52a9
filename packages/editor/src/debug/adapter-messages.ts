import type { DebugProtocol } from '@vscode/debugprotocol';

type Output = DebugProtocol.OutputEvent['body'];

/** What js-debug's parent session prints instead of an `exited` event. */
const EXIT_CODE = /^Process exited with code (-?\d+)/m;

export function printedExitCode({ output }: Output): number | undefined {
  const code = EXIT_CODE.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** What Node prints about the debugger that is attached to it. */
const INSPECTOR_LINES =
  /^(Debugger attached\.|Waiting for the debugger to disconnect\.\.\.|Debugger (listening|ending) on ws:.*|For help, see: .*inspector)\r?\n/gm;

export function withoutInspectorLines({ category, output }: Output): string {
  return category === 'stderr' ? output.replaceAll(INSPECTOR_LINES, '') : output;
}

/** Greetings, command lines and farewells of codelldb and delve. */
const ABOUT_ADAPTER =
  /^(Console is in '|Launching: |Launched process \d|Attached to process \d|Type 'dlv help'|Detaching$|Process exited with code|Process \d+ has exited with status)/;

/** What an adapter prints about itself is no output of the program. delve builds before the program starts. */
export function isAdapterMessage({ category = 'console', output }: Output, isStarting: boolean): boolean {
  if (category === 'telemetry') return true;
  if (category === 'console') return ABOUT_ADAPTER.test(output.trim());
  return isStarting && category === 'stdout' && output.startsWith('Building ');
}
