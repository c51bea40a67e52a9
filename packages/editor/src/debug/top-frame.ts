import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DapSession } from '../host.ts';
import { isUserFrame } from './stop.ts';

const TIMEOUT_MS = 5_000;
/** How deep below the runtime's own frames the person's code is looked for. */
const DEPTH = 20;

/** The first frame in the person's code, else the innermost; nothing where the adapter gives no stack. */
export async function topFrame(
  dap: DapSession,
  threadId: number | undefined,
): Promise<DebugProtocol.StackFrame | undefined> {
  if (threadId === undefined) return undefined;
  try {
    const [innermost] = await frames(dap, threadId, 1);
    if (!innermost || isUserFrame(innermost)) return innermost;
    return (await frames(dap, threadId, DEPTH)).find(isUserFrame) ?? innermost;
  } catch {
    return undefined;
  }
}

async function frames(
  dap: DapSession,
  threadId: number,
  levels: number,
): Promise<readonly DebugProtocol.StackFrame[]> {
  const args = { threadId, startFrame: 0, levels };
  const body = await dap.send('stackTrace', args, { timeoutMs: TIMEOUT_MS });
  return (body as DebugProtocol.StackTraceResponse['body']).stackFrames;
}
