import { isMolehillError } from '@molehill/core/errors';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EditorContext } from '../../context.ts';
import { READ_MS } from '../../debug/frame-scopes.ts';
import { reference } from '../../debug/references.ts';
import type { DebugSession } from '../../debug/session.ts';
import { isUserFrame, type Stop } from '../../debug/stop.ts';
import { linesAround } from '../../debug/stop-result.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

/** Frames that are looked through for those of the person's code. */
const MOST_FRAMES = 500;
const PAGE = 100;

export const handle: Handler<'stack_get'> = async (input, context) => {
  const { session, stop } = context.sessions.getStopped(input.session);
  const thread = input.thread ?? stop.threadId;
  if (input.thread !== undefined) await assertThread(session, input.thread, context.signal);
  const { frames, total, isWhole } = await readFrames(session, thread, context.signal);
  const isShown = (frame: DebugProtocol.StackFrame) => input.includeInternals || isUserFrame(frame);
  // A program that stopped inside the runtime alone still has a place.
  const own = frames.some(isShown) ? frames.filter(isShown) : frames.filter(isCall);
  const page = own.slice(input.start, input.start + input.levels);
  const rows = await Promise.all(page.map((frame) => describe(frame, stop, input.sourceLines, context)));
  const { items, cutBy } = await context.budget.collect(rows);
  const end = input.start + items.length;
  const next = `call again with {param:start=${end}}.`;
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: own.length, next });
  return {
    frames: items,
    ...(isWhole || total !== undefined ? { total: total ?? frames.length } : {}),
    hiddenCount: frames.length - own.length,
    ...(end < own.length ? { next: end } : {}),
  };
};

async function readFrames(session: DebugSession, threadId: number | undefined, signal: AbortSignal) {
  const frames: DebugProtocol.StackFrame[] = [];
  let total: number | undefined;
  while (frames.length < MOST_FRAMES) {
    const args = { threadId, startFrame: frames.length, levels: PAGE };
    const body = await session.send('stackTrace', args, { signal, timeoutMs: READ_MS }).catch((error) => {
      throw unknownThread(error, session, threadId);
    });
    const { stackFrames, totalFrames } = body as DebugProtocol.StackTraceResponse['body'];
    total = totalFrames ?? total;
    const isRepeated = stackFrames[0] !== undefined && stackFrames[0].id === frames[0]?.id;
    if (!isRepeated) frames.push(...stackFrames);
    if (isRepeated || stackFrames.length < PAGE || frames.length === total)
      return { frames, total, isWhole: true };
  }
  return { frames: frames.slice(0, MOST_FRAMES), total, isWhole: false };
}

/** js-debug answers with the stack of its only thread, whatever thread is asked for. */
async function assertThread(session: DebugSession, thread: number, signal: AbortSignal): Promise<void> {
  const body = await session.send('threads', {}, { signal, timeoutMs: READ_MS });
  const ids = (body as DebugProtocol.ThreadsResponse['body']).threads.map(({ id }) => id);
  if (ids.includes(thread)) return;
  throw editorErrors.fail(
    'E_NOT_FOUND',
    `${session.id} has no thread ${thread}. It has: ${ids.slice(0, 20).join(', ')}.`,
  );
}

function unknownThread(error: unknown, { id }: DebugSession, thread: number | undefined): unknown {
  if (!isMolehillError(error) || error.code !== 'E_ADAPTER') return error;
  return editorErrors.fail(
    'E_NOT_FOUND',
    `The adapter shows no stack of thread ${thread} of ${id}: ${error.message}`,
  );
}

/** Labels such as `await` separate calls; they are none. */
function isCall({ presentationHint }: DebugProtocol.StackFrame): boolean {
  return presentationHint !== 'label';
}

async function describe(
  frame: DebugProtocol.StackFrame,
  { seq }: Stop,
  around: number,
  { host, shown }: EditorContext,
) {
  const path = frame.source?.path;
  const isUser = isUserFrame(frame);
  const lines =
    around > 0 && path !== undefined && isUser ? await linesAround(host, path, frame.line, around) : [];
  return {
    frame: reference(seq, frame.id),
    function: frame.name,
    ...(path === undefined ? {} : { file: shown(path), line: frame.line }),
    ...(path === undefined || frame.column === 0 ? {} : { column: frame.column }),
    ...(isUser ? {} : { internal: true }),
    ...(lines.length === 0
      ? {}
      : { source: lines.map(({ n, text, current }) => `${current ? '>' : ' '}${n} ${text}`) }),
  };
}
