import type { SessionChange } from './session-hooks.ts';
import type { Stop } from './stop.ts';
import type { Timeline } from './timeline.ts';

interface SessionFacts {
  readonly stop: Stop | undefined;
  readonly exitCode: number | undefined;
}

/** Output is recorded where it is read. */
export function recordChange(
  timeline: Timeline,
  change: Exclude<SessionChange, 'output'>,
  { stop, exitCode }: SessionFacts,
): void {
  if (change === 'stopped') recordStop(timeline, stop);
  else if (change === 'exited')
    timeline.add('exited', exitCode === undefined ? {} : { detail: `code ${exitCode}` });
  else if (change === 'continued') timeline.add('continued');
}

function recordStop(timeline: Timeline, stop: Stop | undefined): void {
  const { frame, reason, threadId: thread } = stop ?? {};
  const place = frame?.source?.path ? ` at ${frame.source.path}:${frame.line}` : '';
  timeline.add(reason === 'exception' ? 'exception' : 'stopped', {
    detail: `${reason}${place}`,
    ...(thread === undefined ? {} : { thread }),
  });
}
