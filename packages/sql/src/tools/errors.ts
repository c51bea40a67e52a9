import { defineErrors } from '@molehill/core/errors';

export const toolErrors = defineErrors({
  E_CURSOR_EXPIRED: {
    when: 'The cursor has expired: at most three per connection are kept, for a minute each.',
    hint: 'Query again with a condition on the key of the last row (WHERE id > … ORDER BY id), or write all rows with export_query.',
    retryable: false,
  },
  E_OUTSIDE_WORKSPACE: {
    when: 'The path of a file to write is outside the workspace.',
    hint: 'Pass a path inside the workspace, relative to its root.',
    retryable: false,
  },
  E_FILE_EXISTS: {
    when: 'The file to write exists.',
    hint: 'Choose another name, or pass overwrite: true to replace the file.',
    retryable: false,
  },
});
