import type { DebugProtocol } from '@vscode/debugprotocol';

/** Why and where a program stopped. */
export interface Stop {
  /** Increases with each stop of a session; references to earlier stops are stale. */
  readonly seq: number;
  /** `breakpoint`, `step`, `exception`, `pause`, `entry` …; what was asked for, where the adapter names its means. */
  readonly reason: string;
  /** The adapter's own reason. */
  readonly raw: string;
  readonly threadId?: number;
  readonly allThreadsStopped: boolean;
  readonly description?: string;
  readonly text?: string;
  /** Ids of our breakpoints. */
  readonly hitBreakpoints: readonly string[];
  /** The first frame in the person's own code, else the innermost; absent where the adapter names none. */
  readonly frame?: DebugProtocol.StackFrame;
}

/** A file that is there to be read, not code of the runtime. */
export function isUserFrame({ source, presentationHint }: DebugProtocol.StackFrame): boolean {
  if (source?.path === undefined || source.path.startsWith('<') || source.path.startsWith('node:'))
    return false;
  if (presentationHint === 'label' || presentationHint === 'subtle') return false;
  return source.presentationHint !== 'deemphasize' && (source.sourceReference ?? 0) === 0;
}

const REASONS: Readonly<Record<string, string>> = {
  'function breakpoint': 'breakpoint',
  'instruction breakpoint': 'breakpoint',
  'data breakpoint': 'data breakpoint',
  'hardcoded breakpoint': 'breakpoint',
};

/** Some adapters interrupt the program by a signal and report that signal; js-debug may report a step. */
const MEANS_OF_PAUSE = new Set(['exception', 'signal', 'unknown', 'step']);

/** What the adapter says about a stop, without its place. */
export function reasonOf(
  { reason, description, text, allThreadsStopped }: DebugProtocol.StoppedEvent['body'],
  isPauseRequested: boolean,
): Pick<Stop, 'reason' | 'raw' | 'allThreadsStopped' | 'description' | 'text'> {
  return {
    reason: normaliseReason(reason, isPauseRequested),
    raw: reason,
    allThreadsStopped: allThreadsStopped === true,
    ...(description === undefined ? {} : { description }),
    ...(text === undefined ? {} : { text }),
  };
}

function normaliseReason(raw: string, isPauseRequested: boolean): string {
  if (isPauseRequested && MEANS_OF_PAUSE.has(raw)) return 'pause';
  return REASONS[raw] ?? raw;
}
