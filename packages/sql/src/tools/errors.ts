import { defineErrors } from '@molehill/core/errors';

export const toolErrors = defineErrors({
  E_CURSOR_EXPIRED: {
    when: 'The rest of a query is no longer kept: at most three per connection are, for a minute each.',
    hint: 'Ask again with a condition on the key of the last row seen (WHERE id > … ORDER BY id), or write all rows with export_query.',
    retryable: false,
  },
  E_OUTSIDE_WORKSPACE: {
    when: 'A file outside the workspace was to be written.',
    hint: 'Give a path inside the workspace, relative to its root.',
    retryable: false,
  },
  E_FILE_EXISTS: {
    when: 'A file was to be written that is there already.',
    hint: 'Choose another name, or pass overwrite: true to replace the file.',
    retryable: false,
  },
});
