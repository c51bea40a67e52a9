import type { DebugProtocol } from '@vscode/debugprotocol';
import { READ_MS, type StoppedFrame } from './frame-scopes.ts';
import { nameRead } from './mask.ts';
import { nodeOf, remember, type VariableNode } from './variables.ts';

/** The value of an expression as a variable. E_ADAPTER with the adapter's message. */
export async function evaluateNode(
  { session, frameId }: StoppedFrame,
  expression: string,
  signal: AbortSignal,
  context = 'watch',
): Promise<VariableNode> {
  const args = { expression, frameId, context };
  const body = await session.send('evaluate', args, { signal, timeoutMs: READ_MS });
  const node = evaluatedNode(expression, body as DebugProtocol.EvaluateResponse['body']);
  remember(session, node);
  return node;
}

export function evaluatedNode(
  expression: string,
  { result, ...rest }: DebugProtocol.EvaluateResponse['body'],
): VariableNode {
  const variable = { ...rest, name: nameRead(expression), value: result, evaluateName: expression };
  return { ...nodeOf(variable, {}), name: expression };
}
