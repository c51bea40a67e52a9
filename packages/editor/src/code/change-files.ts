import { relative, resolve } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { groupBy } from '../debug/group-by.ts';
import { editorErrors } from '../errors.ts';
import type { FileEdits, FileOperation, WorkspaceChange } from '../workspace-change.ts';

/** Where a file is after the operations; undefined for one that they delete. */
export function pathAfter(operations: readonly FileOperation[], path: string): string | undefined {
  let current: string | undefined = path;
  for (const operation of operations) {
    if (current === undefined) return undefined;
    if (operation.kind === 'rename' && isInside(operation.from, current))
      current = resolve(operation.to, relative(operation.from, current));
    else if (operation.kind === 'delete' && isInside(operation.path, current)) current = undefined;
  }
  return current;
}

/** One change of several that were planned on the same content. E_CONFLICT where they were not. */
export function mergeChanges(changes: readonly WorkspaceChange[]): WorkspaceChange {
  const byPath = groupBy(
    changes.flatMap(({ edits }) => edits),
    ({ path }) => path,
  );
  return {
    edits: [...byPath].map(([path, parts]) => mergeEdits(path, parts)),
    operations: changes.flatMap(({ operations }) => operations),
  };
}

function mergeEdits(path: string, parts: readonly FileEdits[]): FileEdits {
  const [basis = '', ...others] = new Set(parts.map((part) => part.basis));
  if (others.length > 0)
    throw editorErrors.fail('E_CONFLICT', `${path} was changed while the change was planned.`);
  return { path, basis, edits: parts.flatMap(({ edits }) => edits) };
}
