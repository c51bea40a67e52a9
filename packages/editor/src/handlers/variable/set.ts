import type { EditorContext } from '../../context.ts';
import { stoppedFrame } from '../../debug/frame-scopes.ts';
import { resolveReference } from '../../debug/references.ts';
import { type SetTarget, setVariable } from '../../debug/set-variable.ts';
import { findVariable } from '../../debug/variable-path.ts';
import { cutValue } from '../../debug/variable-tree.ts';
import { childrenOf, recall } from '../../debug/variables.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['variable_set'];

const LONGEST_VALUE = 500;
const MOST_CHILDREN = 10_000;
const MOST_NAMED = 20;
/** Delve changes the memory of a variable; its register is not described by Go's debug information. */
const GO_REGISTERS =
  'Go may go on with a copy in a register until the next call or loop: check the effect with {tool:debug_step_over}.';

export const handle: Handler<'variable_set'> = async (input, context) => {
  const at = stoppedFrame(context, input);
  const target = await find(input, context);
  const { node, by } = await setVariable(at, target, input.value, context.signal);
  const isMasked = target.node.isMasked || node.isMasked;
  return {
    old: cutValue(target.node.value, LONGEST_VALUE),
    new: cutValue(node.value, LONGEST_VALUE),
    ...(node.type === undefined ? {} : { type: node.type }),
    by,
    ...(isMasked ? { redacted: true } : {}),
    ...(at.session.type === 'go' ? { hint: GO_REGISTERS } : {}),
  };
};

/** Adapters accept names that do not exist, so the variable is looked up first. */
async function find(input: Input, context: EditorContext): Promise<SetTarget> {
  if (input.ref === undefined || input.name === undefined)
    return findVariable(stoppedFrame(context, input), input.path ?? '', context.signal);
  const { session } = context.sessions.getStopped(input.session);
  const container = recall(session, resolveReference(session, input.ref, 'ref'));
  const window = { start: 0, count: MOST_CHILDREN, kind: 'all' as const };
  const { nodes } = await childrenOf(session, container, window, context.signal);
  const node = nodes.find(({ name, adapterName }) => name === input.name || adapterName === input.name);
  if (node) return { node, container };
  const names = nodes.slice(0, MOST_NAMED).map(({ name }) => name);
  throw editorErrors.fail(
    'E_NOT_FOUND',
    `${input.ref} has no variable "${input.name}". It has: ${names.join(', ')}.`,
  );
}
