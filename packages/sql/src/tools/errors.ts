import { defineErrors } from '@molehill/core/errors';

export const toolErrors = defineErrors({
  E_OUTSIDE_WORKSPACE: {
    when: 'The path of a file to write is outside the workspace.',
    hint: 'Pass a path inside the workspace, relative to its root.',
    retryable: false,
  },
  E_FILE_EXISTS: {
    when: 'The file to write exists.',
    hint: 'Choose another name, or pass {param:overwrite=true} to replace the file.',
    retryable: false,
  },
});
