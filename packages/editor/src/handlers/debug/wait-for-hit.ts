import type { EditorContext } from '../../context.ts';
import { patternOf } from '../../debug/pattern.ts';
import { begin, family, resultOf } from '../../debug/run.ts';
import type { DebugSession } from '../../debug/session.ts';
import { editorErrors } from '../../errors.ts';
import type { StopResult, ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['debug_wait_for_hit'];

const LONGEST_MATCH = 500;

interface Outcome {
  readonly session: DebugSession;
  readonly match?: string;
}

export const handle: Handler<'debug_wait_for_hit'> = async (input, context) => {
  const { breakpoint, timeoutMs } = input;
  if (breakpoint !== undefined && !context.breakpoints.get(breakpoint))
    throw editorErrors.fail('E_NOT_FOUND', `No breakpoint is named "${breakpoint}".`);
  const session = context.sessions.getLive(input.session);
  const started = begin(session);
  const condition = outcomeOf(session, input, context);
  const outcome = await session.waitFor(condition, { timeoutMs, signal: context.signal });
  const result = await resultOf(outcome?.session ?? session, context, started);
  if (outcome?.match === undefined) return withHint(result, breakpoint);
  return { ...result, event: 'output', match: outcome.match, hint: undefined };
};

function outcomeOf(
  session: DebugSession,
  input: Input,
  { sessions }: EditorContext,
): () => Outcome | undefined {
  const pattern =
    input.outputMatches === undefined ? undefined : patternOf(input.outputMatches, 'outputMatches', 'u');
  const events = input.events ?? ['stopped', 'exited', 'output'];
  const match = events.includes('output') ? matcher(session, pattern) : () => undefined;
  return () => {
    const text = match();
    if (text !== undefined) return { session, match: text };
    const stopped = family([session], sessions.list()).find(({ stop }) => stop !== undefined);
    if (stopped && events.includes('stopped')) return { session: stopped };
    return session.state === 'ended' ? { session } : undefined;
  };
}

/** Reads output that no earlier wait has matched: what is waited for may have been printed before the call. */
function matcher(session: DebugSession, pattern: RegExp | undefined): () => string | undefined {
  const { output } = session;
  let from = session.matchedOutput + 1;
  return () => {
    if (!pattern) return undefined;
    for (const { seq, text } of output.since(from)) {
      if (!pattern.test(text)) continue;
      session.matchedOutput = seq;
      return text.slice(0, LONGEST_MATCH);
    }
    from = output.nextSeq;
    return undefined;
  };
}

function withHint(result: StopResult, breakpoint: string | undefined): StopResult {
  if (breakpoint === undefined || result.event !== 'stopped') return result;
  if (result.hitBreakpoints?.includes(breakpoint)) return result;
  return { ...result, hint: `This is not ${breakpoint}: go on with {tool:debug_continue}.` };
}
