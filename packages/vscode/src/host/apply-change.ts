import { editorErrors } from '@molehill/editor/errors';
import type { AppliedChange, ApplyOptions, WorkspaceChange } from '@molehill/editor/workspace-change';

export async function applyChange(_change: WorkspaceChange, _options: ApplyOptions): Promise<AppliedChange> {
  throw editorErrors.fail('E_WRITE_FAILED', 'Changes cannot be applied yet.');
}
