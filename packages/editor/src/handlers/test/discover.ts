import { runWithTimeout } from '@molehill/core/timeout';
import type { Handler } from '../../handler.ts';

/** How long a framework that lists tests may take to end after the time is over. */
const GRACE_MS = 5_000;
const SHOWN_PROBLEMS = 10;

export const handle: Handler<'test_discover'> = async ({ path, timeoutMs }, context) => {
  const { host, shown, progress } = context;
  const file = path === undefined ? undefined : context.path(path);
  const found = await runWithTimeout({ timeoutMs, graceMs: GRACE_MS }, context.signal, (signal) =>
    host.tests.discover(file, { signal, progress }),
  );
  const { frameworks, tests, problems, isComplete } = found;
  return {
    frameworks: [...frameworks],
    complete: isComplete,
    total: tests.length,
    tests: tests.map((test) => ({ ...test, path: shown(test.path) })),
    ...(problems.length > 0 ? { problems: problems.slice(0, SHOWN_PROBLEMS) } : {}),
  };
};
