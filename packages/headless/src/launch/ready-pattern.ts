import { isRecord } from '@molehill/core/record';

/** Problem matchers of VS Code's own extensions that tell when a background task is ready. */
const known: Readonly<Record<string, RegExp>> = {
  '$tsc-watch': /(?:Compilation complete\.|Found \d+ errors?\.) Watching for file changes\./,
  '$esbuild-watch': /\[watch\] build finished/,
  '$ts-webpack-watch': /[Cc]ompiled .*(?:successfully|with \d+ (?:error|warning)s?)|Built at:/,
  '$ts-checker-webpack-watch': /(?:Time:|No (?:errors|issues) found|ERROR in)/,
  '$ts-checker5-webpack-watch': /(?:Found \d+ errors?|No (?:errors|issues) found)/,
};

/** What a background task prints when the program may start: `background.endsPattern` of its problem matcher. */
export function readyPattern(problemMatcher: unknown): RegExp | undefined {
  const matchers: unknown[] = Array.isArray(problemMatcher) ? problemMatcher : [problemMatcher];
  for (const matcher of matchers) {
    const pattern = typeof matcher === 'string' ? known[matcher] : patternOf(matcher);
    if (pattern) return pattern;
  }
  return undefined;
}

function patternOf(matcher: unknown): RegExp | undefined {
  if (!isRecord(matcher)) return undefined;
  const background = isRecord(matcher.background) ? matcher.background : matcher.watching;
  const ends = isRecord(background) ? background.endsPattern : undefined;
  const source = isRecord(ends) ? ends.regexp : ends;
  if (typeof source === 'string') return new RegExp(source);
  return typeof matcher.base === 'string' ? known[matcher.base] : undefined;
}
