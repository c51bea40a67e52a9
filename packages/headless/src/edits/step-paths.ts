import { join, relative } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { Step } from './step.ts';

/** A path on disk, or what a step makes, or nothing. */
type Origin = { readonly path: string } | 'file' | 'folder' | undefined;

/** Where what is at a path after the steps is now. */
export function originOf(path: string, steps: readonly Step[]): Origin {
  let origin: Origin = { path };
  for (const step of steps.toReversed()) {
    if (typeof origin !== 'object') break;
    origin = beforeStep(origin.path, step);
  }
  return origin;
}

function beforeStep(path: string, step: Step): Origin {
  switch (step.kind) {
    case 'write':
      return { path };
    case 'folder':
      return step.path === path ? 'folder' : { path };
    case 'create':
      return step.path === path ? 'file' : { path };
    case 'remove':
      return isInside(step.path, path) ? undefined : { path };
    case 'move':
      if (isInside(step.to, path)) return { path: join(step.from, relative(step.to, path)) };
      return isInside(step.from, path) ? undefined : { path };
  }
}

/** Where the steps move a path. */
export function pathAfter(path: string, steps: readonly Step[]): string {
  return steps.reduce(
    (at, step) =>
      step.kind === 'move' && isInside(step.from, at) ? join(step.to, relative(step.from, at)) : at,
    path,
  );
}
