import { isInside } from '@molehill/core/files/inside';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DapSession } from '../host.ts';
import { isUserFrame } from './stop.ts';

/** Where a program stopped. */
export interface StopPlace {
  readonly threadId?: number;
  readonly frame?: DebugProtocol.StackFrame;
}

const TIMEOUT_MS = 5_000;
/** How deep below the runtime's own frames the person's code is looked for. */
const DEPTH = 20;
/** In how many threads the person's code is looked for. */
const MOST_THREADS = 20;

/**
 * The thread that the adapter names. A pause may stop any thread, and delve then names one of Go's own or none: a thread
 * in the workspace says more.
 */
export async function stopPlace(
  dap: DapSession,
  { threadId, reason }: DebugProtocol.StoppedEvent['body'],
): Promise<StopPlace> {
  const named = threadId === undefined ? {} : await placeIn(dap, threadId);
  if (isInWorkspace(dap, named) || (threadId !== undefined && reason !== 'pause')) return named;
  const places = await placesInThreads(dap).catch(() => []);
  const own = places.find((place) => isInWorkspace(dap, place));
  return own ?? (threadId === undefined ? places[0] : undefined) ?? named;
}

/** Up to the first in the workspace. */
async function placesInThreads(dap: DapSession): Promise<readonly StopPlace[]> {
  const body = await dap.send('threads', {}, { timeoutMs: TIMEOUT_MS });
  const { threads } = body as DebugProtocol.ThreadsResponse['body'];
  const places: StopPlace[] = [];
  for (const { id } of threads.slice(0, MOST_THREADS)) {
    const place = await placeIn(dap, id);
    places.push(place);
    if (isInWorkspace(dap, place)) break;
  }
  return places;
}

async function placeIn(dap: DapSession, threadId: number): Promise<StopPlace> {
  const frame = await topFrame(dap, threadId);
  return { threadId, ...(frame ? { frame } : {}) };
}

function isInWorkspace({ folder }: DapSession, { frame }: StopPlace): boolean {
  return frame !== undefined && isUserFrame(frame) && isInside(folder, frame.source?.path ?? '');
}

/** The first frame in the person's code, else the innermost; nothing where the adapter gives no stack. */
async function topFrame(dap: DapSession, threadId: number): Promise<DebugProtocol.StackFrame | undefined> {
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
