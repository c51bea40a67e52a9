import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from '../errors.ts';
import type { EditorHost } from '../host.ts';

/** The deepest workspace folder that contains the path; without a path, the first. */
export function workspaceFolder({ workspace }: EditorHost, path: string | undefined): string {
  const containing = workspace.folders.filter((folder) => path === undefined || isInside(folder, path));
  const [first] = path === undefined ? containing : containing.toSorted((a, b) => b.length - a.length);
  if (first !== undefined) return first;
  throw editorErrors.fail('E_UNTRUSTED_WORKSPACE', `${path ?? 'The program'} is in no open folder.`);
}
