import { coreErrors } from '@molehill/core/errors';
import type { EditorContext } from '../../context.ts';
import { exceptionArguments } from '../../debug/exception-filters.ts';
import { type NewSession, startAndWait } from '../../debug/start-program.ts';
import { workspaceFolder } from '../../debug/workspace-folder.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import type { DebugConfiguration } from '../../host.ts';
import { configurationOfFile } from '../../launch/from-file.ts';

type Input = ToolInputs['debug_start'];

export const handle: Handler<'debug_start'> = async (input, context) => {
  const { wait, timeoutMs } = input;
  return startAndWait(await requestOf(input, context), context, { wait, timeoutMs });
};

async function requestOf(input: Input, context: EditorContext): Promise<NewSession> {
  const { launch, folder } = await launchOf(input, context);
  return {
    launch,
    folder,
    overrides: overridesOf(input, context),
    ...(input.noDebug ? { noDebug: true } : {}),
    exceptionBreakpoints: exceptionArguments(input.exceptions),
  };
}

async function launchOf(
  input: Input,
  context: EditorContext,
): Promise<Pick<NewSession, 'launch' | 'folder'>> {
  const { host } = context;
  const first = workspaceFolder(host, undefined);
  if (input.launch !== undefined) return { launch: { name: input.launch }, folder: first };
  if (input.config !== undefined) return { launch: configurationOf(input.config), folder: first };
  const path = context.path(input.path ?? '');
  const folder = workspaceFolder(host, path);
  return { launch: await configurationOfFile(path, folder), folder };
}

function configurationOf(config: Readonly<Record<string, unknown>>): DebugConfiguration {
  const { type, request = 'launch', name = 'config' } = config;
  if (typeof type !== 'string' || typeof name !== 'string' || (request !== 'launch' && request !== 'attach'))
    throw coreErrors.fail(
      'E_INVALID_PARAMS',
      'config: needs a `type`, and a `request` that is "launch" or "attach".',
      {
        hint: 'Pass a configuration as in launch.json, such as {"type":"node","request":"launch","program":"a.js"}.',
      },
    );
  return { ...config, type, request, name };
}

function overridesOf(
  { args, env, cwd, stopOnEntry }: Input,
  context: EditorContext,
): Record<string, unknown> {
  return {
    ...(args === undefined ? {} : { args }),
    ...(env === undefined ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd: context.path(cwd) }),
    ...(stopOnEntry ? { stopOnEntry } : {}),
  };
}
