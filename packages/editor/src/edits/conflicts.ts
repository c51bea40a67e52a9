import { editorErrors } from '../errors.ts';

export function changedFile(path: string) {
  return editorErrors.fail('E_CONFLICT', `${path} is not as it was when the change was planned.`, {
    details: { path },
  });
}

export function existingTarget(path: string) {
  return editorErrors.fail('E_CONFLICT', `${path} exists.`, {
    hint: 'Choose another name, or pass {param:overwrite=true} to replace a file.',
    details: { path },
  });
}
