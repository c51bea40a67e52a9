import { setTimeout as pause } from 'node:timers/promises';
import type { McpServer, ServerContext, ServerEvent } from '@modelcontextprotocol/server';
import { text } from './samples.ts';
import type { FixtureState } from './state.ts';

/** A delay, so that no notification arrives in the same read as the result. */
const STEP_MS = 50;

export function registerStreamTools(server: McpServer, state: FixtureState): void {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs three lines while it works.' },
    logSteps,
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress in three steps.' },
    reportSteps,
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs one line if the request asked for logs.' },
    logOnce,
  );
  server.registerTool(
    'test_reconnection',
    { description: 'Drops its stream before it answers.' },
    dropStream,
  );
  registerTriggers(server, state);
}

async function logSteps(ctx: ServerContext) {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await ctx.mcpReq.log('info', line);
    await pause(STEP_MS);
  }
  return text('Three lines were logged.');
}

async function reportSteps(ctx: ServerContext) {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    }
    await pause(STEP_MS);
  }
  return text('All steps are done.');
}

async function logOnce(ctx: ServerContext) {
  await ctx.mcpReq.log('info', 'One line from test_logging_tool');
  return text('Logged, if logs were asked for.');
}

async function dropStream(ctx: ServerContext) {
  ctx.http?.closeSSE?.();
  await pause(2 * STEP_MS);
  return text('The answer outlived its stream.');
}

function registerTriggers(server: McpServer, { bus, extras }: FixtureState): void {
  const trigger = (extra: 'tool' | 'prompt', kind: ServerEvent['kind'] & `${string}_list_changed`) => () => {
    extras[extra] = !extras[extra];
    bus.publish({ kind });
    return text(`The list of ${extra}s has changed.`);
  };
  server.registerTool(
    'test_trigger_tool_change',
    { description: 'Adds or removes a tool.' },
    trigger('tool', 'tools_list_changed'),
  );
  server.registerTool(
    'test_trigger_prompt_change',
    { description: 'Adds or removes a prompt.' },
    trigger('prompt', 'prompts_list_changed'),
  );
  if (extras.tool) {
    server.registerTool('test_extra_tool', { description: 'Comes and goes.' }, () => text('Here.'));
  }
}
