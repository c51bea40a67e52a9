import { defineErrors } from '@molehill/core/errors';

export const projectErrors = defineErrors({
  E_PROJECT_ROOT: {
    when: 'The project root given to a tool is no absolute path, or there is nothing there.',
    hint: 'Pass the absolute path of the project’s folder, as the workspace names it.',
    retryable: false,
  },
  E_PROJECT_NOT_RUNNING: {
    when: 'Nobody serves that project: no editor has it open, and no `molehill up` runs in it.',
    hint: 'Open the project in the editor, or run `molehill up` in it, then call again.',
    retryable: true,
  },
  E_PROJECT_DATABASE: {
    when: 'The project is served, but its database cannot be reached.',
    hint: 'Check that the database runs, and that the file it was found in is right.',
    retryable: true,
  },
  E_NO_DATABASE: {
    when: 'None of the project’s files names a database that can be used.',
    hint: 'Name it in .molehill.json: {"database": "postgres://user@host/name"}.',
    retryable: false,
  },
});
