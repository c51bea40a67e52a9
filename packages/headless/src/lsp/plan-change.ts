import { hashOf } from '@molehill/editor/edits/text';
import { editorErrors } from '@molehill/editor/errors';
import type { FileEdits, WorkspaceChange } from '@molehill/editor/workspace-change';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { readTextFile } from '../text-file.ts';
import type { LspClient } from './client.ts';
import { linesOf, textIn } from './name-at.ts';
import { type PlannedEdits, plannedEdits } from './workspace-edit.ts';

export interface PlanOptions {
  readonly folders: readonly string[];
  /** Each replaced text contains it. */
  readonly oldName?: string;
}

const empty: WorkspaceChange = { edits: [], operations: [] };

/**
 * Asks for an edit, and ties it to the content that it was planned on. Asks once more where a file changed meanwhile or
 * the server saw another content. E_CONFLICT where it did again.
 */
export async function planChange(
  client: LspClient,
  ask: () => Promise<WorkspaceEdit | null>,
  options: PlanOptions,
): Promise<WorkspaceChange> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { revision } = client.documents;
    const edit = await ask();
    if (!edit) return empty;
    const planned = plannedEdits(edit, options.folders);
    const texts = await textsOf(planned);
    await client.synchronise();
    if (isCurrent(client, planned, texts, revision, options.oldName)) return changeOf(planned, texts);
  }
  const message = 'Files changed while the language server planned the change. Nothing was changed.';
  throw editorErrors.fail('E_CONFLICT', message);
}

function isCurrent(
  { documents }: LspClient,
  { edits, versions }: PlannedEdits,
  texts: ReadonlyMap<string, string>,
  revision: number,
  oldName: string | undefined,
): boolean {
  return [...edits].every(([path, list]) => {
    if (documents.hasChangedSince(path, revision)) return false;
    const [version, current] = [versions.get(path), documents.versionOf(path)];
    // gopls gives files that are not open the version 0.
    if (version !== undefined && current !== undefined && current !== version) return false;
    const lines = linesOf(texts.get(path) ?? '');
    return list.every(({ range }) => {
      const replaced = textIn(lines, range);
      if (replaced === undefined) return false;
      return oldName === undefined || replaced === '' || replaced.includes(oldName);
    });
  });
}

async function textsOf({ edits }: PlannedEdits): Promise<Map<string, string>> {
  return new Map(
    await Promise.all([...edits.keys()].map(async (path) => [path, await readTextFile(path)] as const)),
  );
}

function changeOf({ edits, operations }: PlannedEdits, texts: ReadonlyMap<string, string>): WorkspaceChange {
  const changed = [...edits].flatMap(([path, list]): FileEdits[] => {
    const text = texts.get(path) ?? '';
    const lines = linesOf(text);
    const effective = list.filter(({ range, newText }) => textIn(lines, range) !== newText);
    return effective.length === 0 ? [] : [{ path, edits: effective, basis: hashOf(text) }];
  });
  return { edits: changed.toSorted((a, b) => (a.path < b.path ? -1 : 1)), operations };
}
