import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { npmPackages } from '../../test/engines/cache.ts';
import { adapterEnvironment, debugAdapter } from '../../test/engines/debug-adapters.ts';

export interface Program {
  readonly language: 'javascript' | 'python';
  readonly path: string;
  /** The line after `price` was computed, and a condition that holds for one item in the middle. */
  readonly line: number;
  readonly condition: string;
  /** What the program prints last. */
  readonly printed: string;
}

/** One debugging session through the tools of a server. Each method is one step of the same task. */
export interface Debugging {
  /** Sets the breakpoint and starts the program; resolves when it is stopped. */
  start(program: Program, condition?: string): Promise<void>;
  step(): Promise<void>;
  variables(): Promise<void>;
  stack(): Promise<void>;
  evaluate(expression: string): Promise<void>;
  /** Removes the breakpoint, lets the program end, and reads its output until the text is there. */
  finish(printed: string): Promise<void>;
  stop(): Promise<void>;
}

export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  debug(call: Call): Debugging;
}

/** Calls a tool, counts its answer, and returns its text. Fails where the tool failed. */
export type Call = (name: string, args: Record<string, unknown>) => Promise<string>;

const vscb = fileURLToPath(new URL('../../packages/cli/bin/vscb.mjs', import.meta.url));

export async function contenders(workspace: string, home: string): Promise<readonly Contender[]> {
  const python = await debugAdapter('debugpy');
  const peer = await npmPackages('mcp-debugger-0.24.2', ['@debugmcp/mcp-debugger@0.24.2']);
  return [
    {
      name: 'molehill (vscb mcp)',
      command: [vscb, 'mcp', '--workspace', workspace],
      env: { MOLEHILL_HOME: home, ...(await adapterEnvironment('js-debug', 'debugpy')) },
      debug: molehill,
    },
    {
      name: 'mcp-debugger 0.24.2',
      command: [join(peer, 'node_modules/@debugmcp/mcp-debugger/dist/cli.mjs'), 'stdio'],
      env: {},
      // It needs an interpreter that has debugpy.
      debug: (call) => mcpDebugger(call, python),
    },
  ];
}

function molehill(call: Call): Debugging {
  return {
    async start({ path, line }, condition) {
      await call('breakpoint_set', { path, line, ...(condition ? { condition } : {}) });
      await call('debug_start', { path });
    },
    step: async () => void (await call('debug_step_over', {})),
    variables: async () => void (await call('variable_list', {})),
    stack: async () => void (await call('stack_get', {})),
    evaluate: async (expression) => void (await call('debug_evaluate', { expression })),
    async finish(printed) {
      await call('breakpoint_clear', {});
      await untilPrinted(
        printed,
        () => call('debug_continue', {}),
        () => call('dap_logs', {}),
      );
    },
    stop: async () => void (await call('debug_stop', {})),
  };
}

function mcpDebugger(call: Call, python: string | undefined): Debugging {
  let sessionId = '';
  const inSession = (name: string, args: Record<string, unknown> = {}) => call(name, { sessionId, ...args });
  return {
    async start({ language, path, line }, condition) {
      const created: { readonly sessionId: string } = JSON.parse(
        await call('create_debug_session', {
          language,
          ...(language === 'python' ? { executablePath: python } : {}),
        }),
      );
      sessionId = created.sessionId;
      await inSession('set_breakpoint', { file: path, line, ...(condition ? { condition } : {}) });
      await inSession('start_debugging', { scriptPath: path });
    },
    step: async () => void (await inSession('step_over')),
    variables: async () => void (await inSession('get_local_variables')),
    stack: async () => void (await inSession('get_stack_trace')),
    evaluate: async (expression) => void (await inSession('evaluate_expression', { expression })),
    async finish(printed) {
      await inSession('clear_breakpoints');
      await untilPrinted(
        printed,
        () => inSession('continue_execution'),
        () => inSession('get_output'),
      );
    },
    stop: async () => void (await inSession('close_debug_session')),
  };
}

/** An answer that holds the output already needs no second call. */
async function untilPrinted(
  printed: string,
  proceed: () => Promise<string>,
  output: () => Promise<string>,
): Promise<void> {
  if ((await proceed()).includes(printed)) return;
  for (let attempt = 0; attempt < 30; attempt++) {
    await sleep(500);
    if ((await output()).includes(printed)) return;
  }
  throw new Error(`the output never contained "${printed}"`);
}
