import type { ToolContext } from '@molehill/core/context';
import { coreErrors, isMolehillError, MolehillError } from '@molehill/core/errors';
import { fileErrors } from '@molehill/core/files/errors';
import { isRecord } from '@molehill/core/record';
import type { Tool } from '@molehill/core/tool';
import type { BridgeView, EditorContext, HostlessContext, WindowCalls } from './context.ts';
import type { ToolDefinition, ToolTier } from './definition.ts';
import { editorErrors } from './errors.ts';
import { handlers } from './generated/handlers.ts';
import { inputs, outputs } from './generated/schemas.ts';
import { definitions } from './generated/tools.ts';
import type { ToolName } from './generated/types.ts';
import type { LazyHost } from './lazy-host.ts';
import type { RecentErrors } from './recent-errors.ts';
import { withoutUndefined } from './without-undefined.ts';
import { foldersFor, newWorkspacePath, shownPath, workspacePath } from './workspace-path.ts';

export interface ToolOptions {
  readonly host: LazyHost;
  readonly bridge: BridgeView;
  readonly errors: RecentErrors;
  readonly timeoutMs: number | undefined;
  readonly window: WindowCalls | undefined;
}

export interface EditorTool {
  readonly tool: Tool;
  readonly tier: ToolTier;
  readonly isListed: boolean;
}

/** Between the end of a handler's wait and the hard limit of its call. */
const ANSWER_MS = 5_000;

/** The tools of the catalogue, ready to serve. Schemas and handlers are loaded when a tool is first called. */
export function editorTools(options: ToolOptions): readonly EditorTool[] {
  return toolNames().map((name) => {
    const { tier, isListed } = definitions[name];
    return { tool: editorTool(name, options), tier, isListed };
  });
}

function toolNames(): readonly ToolName[] {
  return Object.keys(definitions) as ToolName[];
}

function editorTool(name: ToolName, options: ToolOptions): Tool {
  const definition: ToolDefinition = definitions[name];
  const { title, description, aliases, parameterAliases, effect, safety, category, requires } = definition;
  return {
    name,
    title,
    description,
    aliases,
    parameterAliases,
    effects: {
      worst: effect,
      idempotent: safety.idempotent,
      openWorld: safety.openWorld,
      of: () => ({ effect }),
    },
    get input() {
      return inputs[name]();
    },
    get output() {
      return outputs[name]();
    },
    listed: {
      inputSchema: definition.inputSchema,
      outputSchema: definition.outputSchema,
      hints: { destructiveHint: safety.destructive },
      meta: { category, requires },
    },
    timeoutOf: (input) => timeoutOf(definition, input, options.timeoutMs),
    budgetOf: ({ maxTokens }) => (typeof maxTokens === 'number' ? { tokens: maxTokens } : {}),
    describe: async () => ({ ...(await import('./generated/metadata.ts')).metadata[name] }),
    run: async (input, context) => {
      try {
        return phrased(withoutUndefined(await runHandler(name, input, context, options)), context);
      } catch (error) {
        options.errors.add(name, error);
        throw withHint(error, definition);
      }
    },
  };
}

/** The dispatcher validated the input by the schema of this tool, which `satisfies` ties to the handler's types. */
type AnyHandler = (input: unknown, context: HostlessContext) => Promise<unknown>;

async function runHandler(
  name: ToolName,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
  { host, bridge, errors, window }: ToolOptions,
): Promise<unknown> {
  const inWindow = definitions[name].needs.host ? await window?.call(name, input, context) : undefined;
  if (inWindow) return inWindow.data;
  const { handle } = (await handlers[name]()) as { readonly handle: AnyHandler };
  const hostless: HostlessContext = {
    ...context,
    bridge,
    recentErrors: errors.list(),
    liveSessions: host.liveSessions(),
  };
  if (!definitions[name].needs.host) return handle(input, hostless);
  return handle(input, await withHost(hostless, host, input.workspace));
}

async function withHost(
  context: HostlessContext,
  lazy: LazyHost,
  workspace: unknown,
): Promise<EditorContext> {
  const { host, debug } = await lazy.get();
  const folders = foldersFor(host.workspace.folders, workspace);
  return {
    ...context,
    host,
    ...debug.forCaller(context),
    path: (given) => workspacePath(folders, given),
    newPath: (given) => newWorkspacePath(folders, given),
    shown: (path) => shownPath(folders, path),
  };
}

/** Names tools in the two fields of a result that say what to call next. */
function phrased(data: unknown, { phrase }: ToolContext): unknown {
  if (!isRecord(data)) return data;
  const { hint, truncation } = data;
  const next = isRecord(truncation) ? truncation.next : undefined;
  return {
    ...data,
    ...(typeof hint === 'string' ? { hint: phrase(hint) } : {}),
    ...(isRecord(truncation) && typeof next === 'string'
      ? { truncation: { ...truncation, next: phrase(next) } }
      : {}),
  };
}

/** A caller that asks for a longer wait gets the time for its answer too. */
function timeoutOf(
  { timeout }: ToolDefinition,
  { timeoutMs }: Readonly<Record<string, unknown>>,
  chosen: number | undefined,
): number {
  const own = typeof timeoutMs === 'number' ? timeoutMs + ANSWER_MS : 0;
  return Math.max(chosen ?? timeout.hard, own);
}

const defaults = { ...coreErrors.table, ...fileErrors.table, ...editorErrors.table };
const defaultHints: Readonly<Record<string, { readonly hint: string }>> = defaults;

/** The hint of the tool's own file, unless the thrower gave a better one than the table's. */
function withHint(error: unknown, { hints }: ToolDefinition): unknown {
  if (!isMolehillError(error)) return error;
  const { code, message, hint, retryable, outranksAbort, details, text } = error;
  const better = hints[code];
  if (better === undefined || hint !== defaultHints[code]?.hint) return error;
  return new MolehillError(code, message, {
    hint: better,
    retryable,
    outranksAbort,
    ...(details ? { details } : {}),
    ...(text === undefined ? {} : { text }),
    cause: error,
  });
}
