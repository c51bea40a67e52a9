import { defineErrors } from '../errors.ts';

export const fileErrors = defineErrors({
  E_OUTSIDE_WORKSPACE: {
    when: 'The path of a file to write is outside the workspace.',
    hint: 'Pass a path inside the workspace, relative to its root.',
    retryable: false,
  },
  E_FILE_PROTECTED: {
    when: 'The file to write is hidden, or other tools may execute it.',
    hint: 'Pass the path of a data file outside hidden folders and folders of installed packages.',
    retryable: false,
  },
  E_FILE_EXISTS: {
    when: 'The file to write exists.',
    hint: 'Choose another name, or pass {param:overwrite=true} to replace the file.',
    retryable: false,
  },
});
