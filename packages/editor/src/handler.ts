import type { EditorContext, HostlessContext } from './context.ts';
import type { HostlessTool, ToolInputs, ToolName, ToolResults } from './generated/types.ts';

/** The code of one tool: `export const handle: Handler<'breakpoint_set'>` in `handlers/<thing>/<action>.ts`. */
export type Handler<N extends ToolName> = (
  input: ToolInputs[N],
  context: N extends HostlessTool ? HostlessContext : EditorContext,
) => Promise<ToolResults[N]>;

export type HandlerModules = {
  readonly [N in ToolName]: () => Promise<{ readonly handle: Handler<N> }>;
};
